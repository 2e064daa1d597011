import type { DocumentKind } from '../document-kind';
import type { SealedSecret } from '../ports';

/** An XML with its kind of document. A PAC has a separate service for each kind. */
export interface PacDocument {
  kind: DocumentKind;
  xml: string;
}

/**
 * The port to a PAC. Each call to a PAC has one of three kinds of outcomes: done, refused, unknown. Only
 * `not_sent` and `account` prove that no stamp exists, so only after these outcomes may another PAC receive
 * the document. A PAC cannot look up the stamps of other PACs.
 */
export type StampOutcome =
  /** Stamped, now or earlier for the same sealed document. */
  | { outcome: 'stamped'; xml: string }
  /** The PAC refused the document; no stamp exists. */
  | { outcome: 'rejected'; code: string; message: string }
  /** The PAC refused the account or its credentials; no stamp exists. */
  | { outcome: 'account'; code: string; message: string }
  /** Nothing was sent, because DNS, connection or TLS failed, or because the circuit breaker is open. */
  | { outcome: 'not_sent'; cause: unknown }
  /** The PAC has stamped the document, but the stamp is not available yet. */
  | { outcome: 'pending' }
  /** The request was sent, but no response shows its outcome. */
  | { outcome: 'unknown'; cause: unknown };

export type LookupOutcome =
  | Extract<StampOutcome, { outcome: 'stamped' | 'rejected' | 'pending' | 'unknown' }>
  /** No stamp of this document exists at the PAC. */
  | { outcome: 'not_found' };

export type CancelOutcome =
  /**
   * The SAT has received the request (201, 202). The SAT's status service shows the cancellation
   * later.
   */
  | { outcome: 'requested'; code: string; acuse: string | undefined }
  | { outcome: 'refused'; code: string; message: string; acuse?: string | undefined }
  /** The SAT does not have the stamp yet (205), so the request must be sent again later. */
  | { outcome: 'not_known_yet' }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

/** The SAT's list of documents whose cancellation waits for the receiver's answer; UUIDs in lower case. */
export type PendingOutcome =
  | { outcome: 'listed'; uuids: string[] }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

export type ReceiverAnswerOutcome =
  /**
   * Code 1000 means received. Code 1001 means that no request is pending. Code 1002 means answered before.
   */
  | { outcome: 'answered'; code: '1000' | '1001' | '1002'; acuse: string | undefined }
  | { outcome: 'refused'; code: string; message: string }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

export interface Pac {
  /** The configured name of the PAC. Attempts are pinned to this name. */
  readonly name: string;
  /**
   * @param attemptId identifier of the attempt; every send of the attempt uses the same one
   * @param beginByMs epoch milliseconds. After this time the document must not be sent, because lookups begin
   * then. If it was not sent in time, the outcome is `not_sent`
   */
  stamp(sealed: PacDocument, attemptId: string, beginByMs: number): Promise<StampOutcome>;
  /**
   * @param signed a Cancelacion signed by the issuer. Sending the same request twice is harmless.
   */
  cancel(signed: PacDocument): Promise<CancelOutcome>;
  /** The RFC with which the PAC sends a receiver's answer to the SAT (RfcPacEnviaSolicitud). */
  readonly rfc: string;
  /** Lists the cancellations that wait for this receiver's answer. */
  pendingFor(receiverRfc: string): Promise<PendingOutcome>;
  /**
   * @param signed a SolicitudAceptacionRechazo of one document. The SAT accepts only the first
   * answer.
   */
  answerCancellation(signed: string): Promise<ReceiverAnswerOutcome>;
  /** Looks up the outcome of an earlier send. */
  lookup(sealed: PacDocument, attemptId: string): Promise<LookupOutcome>;
}

/** The address of an organization's own account, given by an operator. */
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

/** An organization's own account at a PAC, in its stored form. */
export interface StoredPacAccount extends PacAccount {
  /**
   * The identifier of the account. Identifier and `version` together identify one state of the account. After
   * each change, the account is opened again.
   */
  accountId: string;
  version: number;
  /**
   * The position in the order of use; null for a removed account, which is used only for lookups and
   * cancellations.
   */
  position: number | null;
  secret: SealedSecret;
}

/**
 * Returns the name to which attempts are pinned. This name never equals the name of a PAC of the
 * deployment. A document is therefore looked up and canceled at the PAC that received it, even if the
 * configuration changes later.
 */
export const pinOf = ({ name }: Pick<PacAccount, 'name'>): string => `own/${name}`;

/** The PACs of one organization: its own accounts if it has any, otherwise the deployment's. */
export interface OrganizationPacs {
  /** The PACs in the order in which documents are sent to them. */
  inOrder: readonly Pac[];
  /** Returns the PAC with a pinned name, including removed accounts. */
  named(name: string): Promise<Pac | undefined>;
}

export interface PacDirectory {
  /** @param read reads the organization's accounts if the cached accounts are outdated */
  of(organizationId: string, read: () => Promise<StoredPacAccount[]>): Promise<OrganizationPacs>;
}
