import { publicForm } from '@timbre/api';
import { fiscalCfdi } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import { messageOf, type DomainEvent } from '@timbre/kit';
import { cfdiFactsOf } from '../../domain/drafting/cfdi-facts';
import type { PaidDocument, ReceiptsOrigin } from '../../domain/drafting/draft';
import { stockEffectOf } from '../../domain/drafting/inventory-impact';
import { relatedDocumentsOf } from '../../domain/drafting/related-documents';
import type { Cancellation } from '../cancellations';
import type { Cfdi } from './cfdi';

/** The columns for which a new draft has no values yet. */
type Later = 'uuid' | 'folio' | 'issuedLocal' | 'paidDocuments' | 'origin';

/**
 * The members of a CFDI that its events contain. The entity and the columns of a new document both have
 * these members, so an event can be built from the entity or from the columns.
 */
export type AnnouncedCfdi = Pick<
  Cfdi,
  | 'id'
  | 'input'
  | 'items'
  | 'discount'
  | 'taxes'
  | Exclude<keyof Cfdi & keyof fiscalCfdi.Cfdi, Later>
> &
  Partial<Pick<Cfdi, Later>>;

type Happened =
  | 'drafted'
  | 'changed'
  | 'stamped'
  | 'rejected'
  | 'imported'
  | 'canceled'
  | 'cancellation_changed'
  | 'archived'
  | 'deleted';

/** Builds the event fiscal_cfdi.cfdi.<happened> with the current state of the document. */
const announces =
  (happened: Happened) =>
  (cfdi: AnnouncedCfdi, cancellation?: Cancellation): DomainEvent => ({
    subject: `fiscal_cfdi.cfdi.${happened}`,
    aggregate: 'cfdi',
    aggregateId: cfdi.id,
    aggregateVersion: cfdi.version,
    payload: fiscalCfdi.Cfdi.encode({
      ...cfdiMessage(cfdi, cancellation),
      facts: factsOf(cfdi),
    }).finish(),
  });

export const cfdiDrafted = announces('drafted');
export const cfdiChanged = announces('changed');
export const cfdiStamped = announces('stamped');
export const cfdiRejected = announces('rejected');
export const cfdiImported = announces('imported');
export const cfdiCanceled = announces('canceled');
/**
 * A cancellation of the document was requested, is in process or was rejected. The document stays valid
 * until the cancellation is decided.
 */
export const cfdiCancellationChanged = announces('cancellation_changed');
export const cfdiArchived = announces('archived');
/**
 * The event contains the last state of the draft before its deletion. The version in the event is one above
 * the draft's last version.
 */
export const cfdiDeleted = announces('deleted');

/**
 * Returns the facts of a stamped document; undefined if the document is known only from metadata (its XML
 * is null). The facts are calculated from all items of the document, which are not loaded for responses to
 * other services.
 */
export const factsOf = (
  cfdi: AnnouncedCfdi & Partial<Pick<Cfdi, 'stampedXml'>>,
): fiscalCfdi.CfdiFacts | undefined =>
  cfdi.status === 'draft' || cfdi.stampedXml === null ? undefined : cfdiFactsOf(cfdi);

/** Converts a document to the message that other services receive. */
export const cfdiMessage = (cfdi: AnnouncedCfdi, cancellation?: Cancellation): fiscalCfdi.Cfdi =>
  messageOf<fiscalCfdi.Cfdi>({
    ...cfdi,
    cfdiId: cfdi.id,
    uuid: cfdi.uuid,
    folio: cfdi.folio?.toString(),
    issuedLocalDateTime: cfdi.issuedLocal,
    stock: stockEffectOf(cfdi),
    origin: cfdi.origin && originOf(cfdi.origin),
    stampInDoubt: undefined,
    facts: undefined,
    paidDocuments: (cfdi.paidDocuments ?? []).map(paidDocumentOf),
    relatedDocuments: relatedDocumentsOf(cfdi.input),
    cancellation: cancellation && messageOf<fiscalCfdi.Cancellation>(cancellation),
  });

/**
 * Returns the key of commerce's request and the number of the sales receipts. The message does not contain
 * the references of the receipts, because a document can have more than a thousand receipts and an event
 * must be smaller than a megabyte.
 */
const originOf = ({ key, receipts }: ReceiptsOrigin): fiscalCfdi.ReceiptsOrigin => ({
  key,
  receiptCount: receipts.length,
});

function paidDocumentOf(document: PaidDocument): fiscalCfdi.PaidDocument {
  const { uuid, currency, installment, amount, previousBalance, invoice } = document;
  return { uuid, cfdiId: invoice?.cfdiId, currency, installment, amount, previousBalance };
}

export const publicCfdi = publicForm('fiscal_cfdi.cfdi', fiscalCfdi.Cfdi, {
  type: (happened: Happened) =>
    happened === 'rejected' ? 'cfdi.stamp_failed' : `cfdi.${happened}`,
  data: (cfdi) => ({
    ...cfdi,
    documentRef: documentRef('cfdi', cfdi.cfdiId),
    total: { amount: cfdi.total, currency: cfdi.currency },
    payment: paymentOf(cfdi),
    paidDocuments: filled(
      cfdi.paidDocuments.map((paid) => ({ ...paid, documentRef: refOf(paid.cfdiId) })),
    ),
    relatedDocuments: filled(cfdi.relatedDocuments),
    cancellation: cfdi.cancellation && {
      ...cfdi.cancellation,
      replacementDocumentRef: refOf(cfdi.cancellation.replacementId),
    },
  }),
});

function paymentOf({ paymentTiming: timing, formCode, methodCode, dueDate }: fiscalCfdi.Cfdi) {
  const payment = { timing, formCode, methodCode, dueDate };
  return Object.values(payment).some(Boolean) ? payment : undefined;
}

const refOf = (id: string | undefined) => (id === undefined ? undefined : documentRef('cfdi', id));

/** Returns the list, or undefined if the list is empty, because the public shape omits empty lists. */
const filled = <Entry>(list: Entry[]): Entry[] | undefined => (list.length ? list : undefined);
