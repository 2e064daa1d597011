/**
 * Why the SAT gave no answer.
 * - sat_unavailable: no connection, an error status or a time-out; try again later
 * - page_not_recognised: a page or file of another form; someone must look at it
 * - credential_rejected: the SAT refuses the FIEL
 */
export type SatFaultCode = 'sat_unavailable' | 'page_not_recognised' | 'credential_rejected';

/** A failed request to the SAT's portals. It contains no part of the FIEL, of a cookie or of a token. */
export class SatFault extends Error {
  constructor(
    readonly code: SatFaultCode,
    message: string,
    /** The page without its hidden values and scripts, to be kept for support. */
    readonly page?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
