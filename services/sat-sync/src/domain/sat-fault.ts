/**
 * The reason why a request to the SAT failed.
 * - sat_unavailable: the SAT could not be reached, answered with an error or took too long; try again later
 * - page_not_recognised: a page or file in an unknown format; a person must look at it
 * - credential_rejected: the SAT refuses the FIEL
 */
export type SatFaultCode = 'sat_unavailable' | 'page_not_recognised' | 'credential_rejected';

/**
 * A failed request to the SAT's portals. A SatFault contains no part of the FIEL, no cookie and no
 * token.
 */
export class SatFault extends Error {
  constructor(
    readonly code: SatFaultCode,
    message: string,
    /** The web page without hidden values and scripts, which is stored for support. */
    readonly page?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
