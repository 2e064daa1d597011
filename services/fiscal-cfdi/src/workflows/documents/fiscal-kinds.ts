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

/** The events that exist for documents of every kind. */
type Announced =
  'stamped' | 'rejected' | 'cancellation_changed' | 'canceled' | 'archived' | 'deleted';

/**
 * The differences between the kinds of documents, from draft to cancellation. Everything else is the same for
 * all kinds: recovery points, attempts, wallet, PACs and the steps of a cancellation.
 */
export interface FiscalKind<Document extends FiscalDocument = FiscalDocument> {
  /** The prefix of the kind's references. It also selects the service at PACs and the SAT. */
  readonly kind: DocumentKind;
  /** The name of the kind in a refusal. */
  readonly name: string;
  readonly entity: Schema;
  readonly detail: Resource;
  /**
   * Returns the resource of the response after a successful first stamp. The document is not a payment
   * complement.
   */
  justStamped(document: Document): Resource;
  seriesKindOf(document: Document): SeriesKind;
  /** @throws Refusal conflict draft_invalid with every rule that the draft breaks today */
  seal(tx: Transaction, document: Document, sealing: Sealing): Promise<Sealed>;
  /**
   * Seals a draft that neither replaces a document nor pays an invoice.
   * @throws as `seal`
   */
  sealed(document: Document, sealing: Sealing): Sealed;
  /** Updates a document with its receiver's current data; absent if the kind does not copy a receiver. */
  readonly receiver?: {
    /**
     * Reads the receiver from another service.
     * @throws Refusal provider_unavailable
     */
    read(document: Document, from: CfdiProviders, context: CallContext): Promise<DraftSources>;
    renew(document: Document, sources: DraftSources): void;
  };
  draftXml(document: Document, profile: Profile, issuance: Issuance): string;
  /**
   * Whether the organization issued the document,
   * because only the issuer can cancel it.
   */
  isIssued(document: Document): boolean;
  /** Whether `replacement` names `replaced` under relationship 04, or will name it after its seal. */
  canReplace(tx: Transaction, replacement: Document, replaced: Document): Promise<boolean>;
  /**
   * Requests the cancellations of the documents that the draft replaces, in the transaction that stores its
   * stamp.
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
 * @throws Refusal not_found for any other reference
 */
export const documentIdOf = <Document extends FiscalDocument>(
  { kind, name }: FiscalKind<Document>,
  reference: string,
): string => referencedId(reference, kind, name);

/**
 * Returns kind and identifier of a reference to a document with files.
 * @throws Refusal not_found
 */
export function namedDocument(reference: string): { kind: FiscalKind; id: string } {
  const { prefix, id } = parseDocumentRef(reference) ?? {};
  if (id === undefined || (prefix !== 'cfdi' && prefix !== 'withholding'))
    throw notFound('document');
  return { kind: fiscalKindOf(prefix), id };
}

/**
 * Reads and locks the document.
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
 * Returns the document, or undefined if it does not exist. The read itself takes the lock, because a row that
 * is read before it is locked can be outdated.
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
