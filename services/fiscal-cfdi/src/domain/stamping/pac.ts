import type { DocumentKind } from '../document-kind';
import type { SealedSecret } from '../ports';

/**
 * A document for a PAC: the XML and the kind of document. A PAC has a separate service for each kind of
 * document.
 */
export interface PacDocument {
  kind: DocumentKind;
  xml: string;
}

/**
 * The interface that the adapter of each PAC implements. A call to a PAC is either done, refused, or has an
 * unknown outcome. Only `not_sent` and `account` prove that no stamp exists, so the document may be sent to
 * another PAC only after these outcomes. A PAC cannot look up stamps of other PACs.
 */
export type StampOutcome =
  /** The PAC stamped the document, either now or earlier for the same seal. */
  | { outcome: 'stamped'; xml: string }
  /** The PAC refused the document, so no stamp exists. */
  | { outcome: 'rejected'; code: string; message: string }
  /** The PAC refused the account or its credentials, so no stamp exists. */
  | { outcome: 'account'; code: string; message: string }
  /**
   * The document was not sent, because DNS, connection or TLS failed, or because the circuit breaker is
   * open.
   */
  | { outcome: 'not_sent'; cause: unknown }
  /** The PAC has stamped the document, but does not return the stamp yet. */
  | { outcome: 'pending' }
  /** The document was sent, but no response contains the outcome. */
  | { outcome: 'unknown'; cause: unknown };

export type LookupOutcome =
  | Extract<StampOutcome, { outcome: 'stamped' | 'rejected' | 'pending' | 'unknown' }>
  /** The PAC has no stamp of this document. */
  | { outcome: 'not_found' };

export type CancelOutcome =
  /**
   * The SAT has received the cancellation request (201, 202). The SAT's status service shows the document
   * as canceled later.
   */
  | { outcome: 'requested'; code: string; acuse: string | undefined }
  | { outcome: 'refused'; code: string; message: string; acuse?: string | undefined }
  /** The SAT does not have the stamp yet (205), so the cancellation request must be sent again later. */
  | { outcome: 'not_known_yet' }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

/**
 * The SAT's list of documents whose cancellation waits for the receiver's answer, with UUIDs in lower case.
 */
export type PendingOutcome =
  | { outcome: 'listed'; uuids: string[] }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

export type ReceiverAnswerOutcome =
  /**
   * The SAT's code 1000 means that the SAT received the receiver's answer. The SAT's code 1001 means that
   * no cancellation request is pending. The SAT's code 1002 means that the cancellation request was
   * answered before.
   */
  | { outcome: 'answered'; code: '1000' | '1001' | '1002'; acuse: string | undefined }
  | { outcome: 'refused'; code: string; message: string }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

/** The stamps that a PAC lists for an issuer and a period. */
export type IssuedOutcome =
  | { outcome: 'listed'; stamps: IssuedStamp[] }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

interface IssuedStamp {
  /** The UUID, in lower case. */
  uuid: string;
  /** The local time of the stamp in central Mexico (FechaTimbrado), as the PAC writes it. */
  stampedLocal: string;
}

/** The XML of a stamp that a PAC stores. */
export type StoredOutcome =
  | { outcome: 'read'; xml: string }
  | Extract<StampOutcome, { outcome: 'account' | 'not_sent' | 'unknown' }>;

/** The list of an issuer's stamps, which some PACs offer. */
export interface IssuedList {
  /**
   * Lists the stamps of a period.
   * @param period the first and the last local time of the stamps in central Mexico, both included
   */
  list(
    issuerRfc: string,
    kind: DocumentKind,
    period: { from: string; to: string },
  ): Promise<IssuedOutcome>;
  /** Reads the XML of a listed stamp. */
  read(issuerRfc: string, kind: DocumentKind, uuid: string): Promise<StoredOutcome>;
}

export interface Pac {
  /** The configured name of the PAC. Each attempt stores this name as the PAC to which it is pinned. */
  readonly name: string;
  /**
   * @param attemptId is the identifier of the attempt, which is the same for every send of the attempt
   * @param beginByMs is a time in epoch milliseconds. The document must not be sent after this time,
   * because then lookups of the stamp begin. If the document was not sent by this time, the outcome is
   * `not_sent`
   */
  stamp(sealed: PacDocument, attemptId: string, beginByMs: number): Promise<StampOutcome>;
  /**
   * @param signed is a Cancelacion that the issuer has signed. The same request can be sent twice without
   * harm.
   */
  cancel(signed: PacDocument): Promise<CancelOutcome>;
  /** The RFC with which the PAC sends a receiver's answer to the SAT (RfcPacEnviaSolicitud). */
  readonly rfc: string;
  /** Lists the documents whose cancellation waits for this receiver's answer. */
  pendingFor(receiverRfc: string): Promise<PendingOutcome>;
  /**
   * @param signed is a signed SolicitudAceptacionRechazo for one document. The SAT accepts only the first
   * answer.
   */
  answerCancellation(signed: string): Promise<ReceiverAnswerOutcome>;
  /** Looks up the outcome of a document that was sent earlier. */
  lookup(sealed: PacDocument, attemptId: string): Promise<LookupOutcome>;
  /**
   * The list of an issuer's stamps; undefined if the PAC has no such list. A PAC without this list looks up
   * a document by receiving it again, which stamps a document that it never received.
   */
  readonly issued: IssuedList | undefined;
}

/** The address of an organization's own PAC account, as an operator configures it. */
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

/** An organization's own PAC account, as it is stored. */
export interface StoredPacAccount extends PacAccount {
  /**
   * The identifier of the stored PAC account. The account's identifier and `version` together identify one
   * state of the account. After each change of the account, the service opens a new PAC client.
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
 * Returns the name that attempts store as their PAC. The name of an organization's own account never equals
 * the name of a PAC of the deployment. A document is therefore looked up and canceled at the PAC that
 * received it, even if the configuration changes later.
 */
export const pinOf = ({ name }: Pick<PacAccount, 'name'>): string => `own/${name}`;

/** The PACs that one organization uses: its own accounts if it has any, otherwise the deployment's PACs. */
export interface OrganizationPacs {
  /** The PACs in the order in which documents are sent to them. */
  inOrder: readonly Pac[];
  /** Returns the PAC with this pinned name, even if its account was removed. */
  named(name: string): Promise<Pac | undefined>;
}

export interface PacDirectory {
  /** @param read reads the organization's accounts from the database if the cached accounts are outdated */
  of(organizationId: string, read: () => Promise<StoredPacAccount[]>): Promise<OrganizationPacs>;
}
