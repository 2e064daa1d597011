import type { DocumentKind } from '../document-kind';
import type { SealedSecret } from '../ports';

/** XML for a PAC with the kind of its document: PACs have a service for each kind. */
export interface PacDocument {
  kind: DocumentKind;
  xml: string;
}

/**
 * The port to a PAC. A call has three outcomes: done, refused, unknown. Only `not_sent` and
 * `account` certainly left no stamp, so only after these may another PAC get the document: PACs do
 * not know each other's stamps.
 */
export type StampOutcome =
  /** Stamped, now or earlier for the same sealed document. */
  | { outcome: 'stamped'; xml: string }
  /** The document as sent is refused; no stamp exists. */
  | { outcome: 'rejected'; code: string; message: string }
  /** Our account or credentials at this PAC are refused; no stamp exists. */
  | { outcome: 'account'; code: string; message: string }
  /** Certainly nothing was sent: DNS, connection, TLS, or our circuit breaker. */
  | { outcome: 'not_sent'; cause: unknown }
  /** The PAC has stamped the document, but the stamp is not available yet. */
  | { outcome: 'pending' }
  /** Sent, but no answer gives the outcome. */
  | { outcome: 'unknown'; cause: unknown };

export type LookupOutcome =
  | Extract<StampOutcome, { outcome: 'stamped' | 'rejected' | 'pending' | 'unknown' }>
  /** No stamp of this document exists at the PAC. */
  | { outcome: 'not_found' };

export type CancelOutcome =
  /** The SAT has the request (201, 202); its status service shows the cancellation later. */
  | { outcome: 'requested'; code: string; acuse: string | undefined }
  | { outcome: 'refused'; code: string; message: string; acuse?: string | undefined }
  /** The SAT does not know the stamp yet (205): ask again later. */
  | { outcome: 'not_known_yet' }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

/** The SAT's list of documents whose cancellation waits for a receiver; UUIDs in lower case. */
export type PendingOutcome =
  | { outcome: 'listed'; uuids: string[] }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

export type ReceiverAnswerOutcome =
  /** 1000 taken, 1001 nothing is pending, 1002 answered before. */
  | { outcome: 'answered'; code: '1000' | '1001' | '1002'; acuse: string | undefined }
  | { outcome: 'refused'; code: string; message: string }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

export interface Pac {
  /** The configured name, to which attempts are pinned. */
  readonly name: string;
  /**
   * @param attemptId the same for every send of an attempt
   * @param beginByMs epoch milliseconds: after it nothing may be sent, because lookups begin then.
   * The outcome is `not_sent`.
   */
  stamp(sealed: PacDocument, attemptId: string, beginByMs: number): Promise<StampOutcome>;
  /** @param signed a Cancelacion signed by the issuer; sending it twice is harmless */
  cancel(signed: PacDocument): Promise<CancelOutcome>;
  /** The RFC with which the PAC sends a receiver's answer to the SAT (RfcPacEnviaSolicitud). */
  readonly rfc: string;
  /** Lists the cancellations that wait for the answer of this receiver. */
  pendingFor(receiverRfc: string): Promise<PendingOutcome>;
  /** @param signed a SolicitudAceptacionRechazo of one document; the SAT takes the first one only */
  answerCancellation(signed: string): Promise<ReceiverAnswerOutcome>;
  /** Looks up the outcome of an earlier send. */
  lookup(sealed: PacDocument, attemptId: string): Promise<LookupOutcome>;
}

/** Address of an organization's own account, as an operator gives it. */
export interface PacAccount {
  name: string;
  kind: 'sw' | 'finkok';
  baseUrl: string;
  apiUrl?: string | undefined;
}

export interface PacCredentials {
  user: string;
  password: string;
}

/** An organization's own account at a PAC, as stored. */
export interface StoredPacAccount extends PacAccount {
  /** Together with `version` it identifies a state of the account; a new state is opened again. */
  accountId: string;
  version: number;
  /** Its place in the order; null for a removed account, which is only used for lookups. */
  position: number | null;
  secret: SealedSecret;
}

/**
 * The name to which attempts are pinned. It never equals a name of the deployment, so that a
 * document is looked up and canceled where it was sent, whatever is configured later.
 */
export const pinOf = ({ name }: Pick<PacAccount, 'name'>): string => `own/${name}`;

/** The PACs of one organization: its own accounts if it has any, otherwise the deployment's. */
export interface OrganizationPacs {
  /** In the order in which documents are sent to them. */
  inOrder: readonly Pac[];
  /** The PAC of a pin, including removed accounts. */
  named(name: string): Promise<Pac | undefined>;
}

export interface PacDirectory {
  /** @param read reads the organization's accounts; called when the cached ones are outdated */
  of(organizationId: string, read: () => Promise<StoredPacAccount[]>): Promise<OrganizationPacs>;
}
