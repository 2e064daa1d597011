/**
 * The port to a PAC in our own words. A call has three outcomes: done, refused, unknown; of the
 * failures only `not_sent` and `account` certainly left no stamp, and only they may go to another
 * PAC, because PACs do not know of each other's stamps.
 */
export type StampOutcome =
  /** Stamped, now or earlier for the same sealed document. */
  | { outcome: 'stamped'; xml: string }
  /** The document as sent is refused; no stamp exists. */
  | { outcome: 'rejected'; code: string; message: string }
  /** Our account or credentials at this PAC are refused; no stamp exists. */
  | { outcome: 'account'; code: string; message: string }
  /** Certainly nothing was sent: name, connection, TLS, or our own circuit. */
  | { outcome: 'not_sent'; cause: unknown }
  /** Stamped according to the PAC, but the stamp is not to be had yet. */
  | { outcome: 'pending' }
  /** Sent, and no answer that says what became of it. */
  | { outcome: 'unknown'; cause: unknown };

export type LookupOutcome =
  | Extract<StampOutcome, { outcome: 'stamped' | 'rejected' | 'pending' | 'unknown' }>
  /** No stamp of this document exists at the PAC. */
  | { outcome: 'not_found' };

export type CancelOutcome =
  /** The SAT has the request (201, 202); that the document is canceled it says elsewhere. */
  | { outcome: 'requested'; code: string; acuse: string | undefined }
  | { outcome: 'refused'; code: string; message: string; acuse?: string | undefined }
  /** The SAT does not know the stamp yet (205): ask again later. */
  | { outcome: 'not_known_yet' }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

export interface Pac {
  /** As configured; attempts are pinned to it. */
  readonly name: string;
  /**
   * @param attemptId stays the same over every send of one attempt
   * @param beginByMs epoch milliseconds: what has not left by then must never leave, because
   * others then begin to look for it. The outcome is `not_sent`.
   */
  stamp(sealedXml: string, attemptId: string, beginByMs: number): Promise<StampOutcome>;
  /** @param signedXml a Cancelacion signed by the issuer; asking twice is harmless */
  cancel(signedXml: string): Promise<CancelOutcome>;
  /** What became of a document sent earlier. */
  lookup(sealedXml: string, attemptId: string): Promise<LookupOutcome>;
}
