import type { DocumentKind } from '../document-kind';
import type { SealedSecret } from '../ports';

/** XML for a PAC, and the kind of document it is or is about: PACs have a service for each. */
export interface PacDocument {
  kind: DocumentKind;
  xml: string;
}

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
  stamp(sealed: PacDocument, attemptId: string, beginByMs: number): Promise<StampOutcome>;
  /** @param signed a Cancelacion signed by the issuer; asking twice is harmless */
  cancel(signed: PacDocument): Promise<CancelOutcome>;
  /** What became of a document sent earlier. */
  lookup(sealed: PacDocument, attemptId: string): Promise<LookupOutcome>;
}

/** Where an organization's own account is, as an operator gives it. */
export interface PacAccount {
  name: string;
  kind: 'sw' | 'finkok';
  baseUrl: string;
  apiUrl?: string | undefined;
}

/** The plaintext of an account's secret. */
export interface PacCredentials {
  user: string;
  password: string;
}

/** An organization's own account at a PAC, as it is stored. */
export interface StoredPacAccount extends PacAccount {
  /** With `version` it names a state of the account: another one is opened anew. */
  accountId: string;
  version: number;
  /** Its place in the order; null where nothing new is sent, and what it got is still looked up. */
  position: number | null;
  secret: SealedSecret;
}

/**
 * What attempts are pinned to: never the name of an account of the deployment, so that a document
 * is looked up and canceled where it was sent, whatever is configured later.
 */
export const pinOf = ({ name }: Pick<PacAccount, 'name'>): string => `own/${name}`;

/** The PACs of one organization: its own where it has any, else the deployment's. */
export interface OrganizationPacs {
  /** Where documents are sent, in the order in which they are tried. */
  inOrder: readonly Pac[];
  /** The one that something is pinned to; also one that nothing new is sent to. */
  named(name: string): Promise<Pac | undefined>;
}

export interface PacDirectory {
  /** @param read the organization's accounts; asked when what is known of them is old */
  of(organizationId: string, read: () => Promise<StoredPacAccount[]>): Promise<OrganizationPacs>;
}
