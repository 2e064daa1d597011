import type { LockMode } from '@mikro-orm/postgresql';
import type { Sealed } from '@timbre/cfdi';
import { parseDocumentRef } from '@timbre/fiscal';
import {
  isIdentifier,
  notFound,
  referencedId,
  type CallContext,
  type DomainEvent,
  type Resource,
  type Schema,
  type Transaction,
} from '@timbre/kit';
import { comprobanteOf } from '../../domain/drafting/comprobante-of';
import type { DocumentKind } from '../../domain/document-kind';
import type { Issuance } from '../../domain/drafting/draft';
import type { DraftSources } from '../../domain/drafting/draft-sources';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import type { Sealing } from '../../domain/stamping/sealing';
import type { SeriesKind } from '../../domain/set-up/series';
import { retencionesOf } from '../../domain/withholdings/withholding';
import { draftXml, withholdingDraftXml } from '../../pdf/draft-xml';
import type { Cancellation } from '../../store/cancellations';
import { Cfdi, cfdiName } from '../../store/cfdi/cfdi';
import {
  cfdiArchived,
  cfdiCanceled,
  cfdiCancellationChanged,
  cfdiDeleted,
  cfdiRejected,
  cfdiStamped,
} from '../../store/cfdi/cfdi-events';
import { cfdiDetail, cfdiJustStamped } from '../../store/cfdi/cfdi-resources';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { Withholding, withholdingName } from '../../store/withholdings/withholdings';
import {
  withholdingArchived,
  withholdingCanceled,
  withholdingCancellationChanged,
  withholdingDeleted,
  withholdingRejected,
  withholdingStamped,
} from '../../store/withholdings/withholding-events';
import { withholdingDetail } from '../../store/withholdings/withholding-resources';
import { cancelReplaced } from '../cancelling/cancel-replaced';
import { canReplaceCfdi, canReplaceWithholding } from '../cancelling/can-replace';
import type { CfdiProviders } from '../drafting/draft-sources';
import { readReceiver, renewReceiver } from '../drafting/renew-receiver';
import { sealCfdi, sealedCfdi } from '../stamping/seal-cfdi';
import { sealedWithholding, sealWithholding } from '../stamping/seal-withholding';

/** The events that every kind of document has. */
type Announced =
  'stamped' | 'rejected' | 'cancellation_changed' | 'canceled' | 'archived' | 'deleted';

/**
 * The differences between the kinds of documents, from draft to cancellation. All kinds share the code for
 * recovery points, attempts, wallet, PACs and the steps of a cancellation.
 */
export interface FiscalKind<Document extends FiscalDocument = FiscalDocument> {
  /**
   * The prefix of this kind's document references. The prefix also determines which service of the PACs and
   * the SAT is called.
   */
  readonly kind: DocumentKind;
  /** The name of this kind of document in an error. */
  readonly name: string;
  readonly entity: Schema;
  readonly detail: Resource;
  /**
   * Returns the resource for the response after a successful first stamp. The document must not be a
   * payment complement.
   */
  justStamped(document: Document): Resource;
  seriesKindOf(document: Document): SeriesKind;
  /** @throws Refusal with conflict draft_invalid, which lists every rule that the draft breaks today */
  seal(tx: Transaction, document: Document, sealing: Sealing): Promise<Sealed>;
  /**
   * Seals a draft that does not replace a document or pay an invoice.
   * @throws as `seal`
   */
  sealed(document: Document, sealing: Sealing): Sealed;
  /**
   * Updates a document with the current data of its receiver; absent if the kind does not copy the
   * receiver's data.
   */
  readonly receiver?: {
    /**
     * Reads the receiver's data from another service.
     * @throws Refusal provider_unavailable
     */
    read(document: Document, from: CfdiProviders, context: CallContext): Promise<DraftSources>;
    renew(document: Document, sources: DraftSources): void;
  };
  draftXml(document: Document, profile: Profile, issuance: Issuance): string;
  /**
   * Returns whether the organization issued the document, because only the issuer can cancel a document.
   */
  isIssued(document: Document): boolean;
  /**
   * Returns whether `replacement` relates to `replaced` under relationship 04, or will relate to it once it
   * is sealed.
   */
  canReplace(tx: Transaction, replacement: Document, replaced: Document): Promise<boolean>;
  /**
   * Requests the cancellations of the documents that the draft replaces, in the transaction that stores the
   * draft's stamp.
   */
  cancelReplaced?(tx: Transaction, document: Document): Promise<void>;
  /** Builds the event with the current state of the document and its cancellation. */
  announce(happened: Announced, document: Document, cancellation?: Cancellation): DomainEvent;
}

const cfdiEvents = {
  stamped: cfdiStamped,
  rejected: cfdiRejected,
  cancellation_changed: cfdiCancellationChanged,
  canceled: cfdiCanceled,
  archived: cfdiArchived,
  deleted: cfdiDeleted,
};

export const cfdiKind: FiscalKind<Cfdi> = {
  kind: 'cfdi',
  name: cfdiName,
  entity: Cfdi,
  detail: cfdiDetail,
  justStamped: ({ kind, paymentTiming }) =>
    kind === 'income' && paymentTiming !== 'single_payment' ? cfdiDetail : cfdiJustStamped,
  seriesKindOf: ({ kind }) => kind,
  seal: sealCfdi,
  sealed: sealedCfdi,
  receiver: { read: readReceiver, renew: renewReceiver },
  draftXml: (cfdi, profile, issuance) => draftXml(comprobanteOf(cfdi, profile, issuance)),
  isIssued: ({ direction }) => direction === 'issued',
  canReplace: canReplaceCfdi,
  cancelReplaced,
  announce: (happened, cfdi, cancellation) => cfdiEvents[happened](cfdi, cancellation),
};

const withholdingEvents = {
  stamped: withholdingStamped,
  rejected: withholdingRejected,
  cancellation_changed: withholdingCancellationChanged,
  canceled: withholdingCanceled,
  archived: withholdingArchived,
  deleted: withholdingDeleted,
};

export const withholdingKind: FiscalKind<Withholding> = {
  kind: 'withholding',
  name: withholdingName,
  entity: Withholding,
  detail: withholdingDetail,
  justStamped: () => withholdingDetail,
  seriesKindOf: () => 'withholding',
  seal: sealWithholding,
  sealed: sealedWithholding,
  draftXml: ({ input }, profile, issuance) =>
    withholdingDraftXml(retencionesOf(input, profile, issuance)),
  isIssued: ({ direction }) => direction === 'issued',
  canReplace: canReplaceWithholding,
  announce: (happened, withholding) => withholdingEvents[happened](withholding),
};

const kinds = { cfdi: cfdiKind, withholding: withholdingKind } as const;

export const fiscalKindOf = (kind: DocumentKind): FiscalKind => kinds[kind] as FiscalKind;

/**
 * Returns the identifier in a reference to a document of this kind.
 * @throws Refusal with not_found for any other reference
 */
export const documentIdOf = <Document extends FiscalDocument>(
  { kind, name }: FiscalKind<Document>,
  reference: string,
): string => referencedId(reference, kind, name);

/**
 * Returns the kind and the identifier in a reference to a document with files.
 * @throws Refusal not_found
 */
export function namedDocument(reference: string): { kind: FiscalKind; id: string } {
  const { prefix, id } = parseDocumentRef(reference) ?? {};
  if (id === undefined || (prefix !== 'cfdi' && prefix !== 'withholding'))
    throw notFound('document');
  return { kind: fiscalKindOf(prefix), id };
}

/**
 * Reads and locks a document.
 * @throws Refusal not_found
 */
export const lockDocument = <Document extends FiscalDocument>(
  tx: Transaction,
  { entity, name }: FiscalKind<Document>,
  id: string,
): Promise<Document> => tx.lock(entity, id, name) as Promise<Document>;

/**
 * Reads the document.
 * @throws Refusal not_found
 */
export const getDocument = <Document extends FiscalDocument>(
  tx: Transaction,
  { entity, name }: FiscalKind<Document>,
  id: string,
): Promise<Document> => tx.get(entity, id, name) as Promise<Document>;

/**
 * Returns a document, or undefined if it does not exist. The query that reads the row also locks it,
 * because a row that is read without a lock can be outdated when it is locked.
 */
export async function findDocument<Document extends FiscalDocument>(
  tx: Transaction,
  { entity }: FiscalKind<Document>,
  id: string,
  lockMode?: LockMode,
): Promise<Document | undefined> {
  if (!isIdentifier(id)) return undefined;
  const found = await tx.findBy(entity, { id }, lockMode ? { lockMode } : {});
  return found as Document | undefined;
}
