import { fiscalCfdi } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';
import type { PaidDocument } from '../../domain/drafting/draft';
import type { Cancellation } from '../cancellations';
import type { Cfdi } from './cfdi';

/** What an event says of a document; the entity satisfies it, and so do the columns of a new one. */
type AnnouncedCfdi = Pick<
  Cfdi,
  | 'id'
  | 'version'
  | 'kind'
  | 'status'
  | 'customerId'
  | 'counterpartyRfc'
  | 'counterpartyName'
  | 'series'
  | 'currency'
  | 'subtotal'
  | 'total'
  | 'paymentTiming'
  | 'formCode'
  | 'archived'
> &
  Partial<Pick<Cfdi, 'uuid' | 'folio' | 'issuedLocal' | 'paidDocuments'>>;

/** fiscal_cfdi.cfdi.<what happened>: the document as it now is. */
const announces =
  (happened: string) =>
  (cfdi: AnnouncedCfdi, cancellation?: Cancellation): DomainEvent => ({
    subject: `fiscal_cfdi.cfdi.${happened}`,
    aggregate: 'cfdi',
    aggregateId: cfdi.id,
    aggregateVersion: cfdi.version,
    payload: fiscalCfdi.Cfdi.encode(messageOf(cfdi, cancellation)).finish(),
  });

export const cfdiDrafted = announces('drafted');
export const cfdiChanged = announces('changed');
export const cfdiStamped = announces('stamped');
export const cfdiRejected = announces('rejected');
/** A document of elsewhere, taken in. */
export const cfdiImported = announces('imported');
export const cfdiCanceled = announces('canceled');
/** Asked for, waiting for the receiver, or rejected; the document is valid. */
export const cfdiCancellationChanged = announces('cancellation_changed');
export const cfdiArchived = announces('archived');
/** The draft as it was; its version is one more than its last. */
export const cfdiDeleted = announces('deleted');

function messageOf(cfdi: AnnouncedCfdi, cancellation?: Cancellation): fiscalCfdi.Cfdi {
  const { id: cfdiId, version, kind, status, currency, subtotal, total, archived } = cfdi;
  return {
    cfdiId,
    version,
    kind,
    status,
    uuid: cfdi.uuid ?? undefined,
    customerId: cfdi.customerId ?? undefined,
    counterpartyRfc: cfdi.counterpartyRfc ?? undefined,
    counterpartyName: cfdi.counterpartyName ?? undefined,
    series: cfdi.series ?? undefined,
    folio: cfdi.folio?.toString(),
    currency,
    subtotal,
    total,
    issuedLocalDateTime: cfdi.issuedLocal ?? undefined,
    paymentTiming: cfdi.paymentTiming ?? undefined,
    formCode: cfdi.formCode ?? undefined,
    archived,
    paidDocuments: (cfdi.paidDocuments ?? []).map(paidDocumentOf),
    cancellation: cancellation && cancellationOf(cancellation),
  };
}

function cancellationOf(cancellation: Cancellation): fiscalCfdi.Cancellation {
  const { state, motive, code, message, requestedBy } = cancellation;
  return { state, motive, code: code ?? undefined, message: message ?? undefined, requestedBy };
}

function paidDocumentOf(document: PaidDocument): fiscalCfdi.PaidDocument {
  const { uuid, currency, installment, amount, previousBalance, invoice } = document;
  return { uuid, cfdiId: invoice?.cfdiId, currency, installment, amount, previousBalance };
}
