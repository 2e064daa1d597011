import { fiscalCfdi } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';
import type { PaidDocument } from '../../domain/drafting/draft';
import type { Cancellation } from '../cancellations';
import type { Cfdi } from './cfdi';

/** The members of an event; both the entity and the columns of a new document have them. */
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

/** fiscal_cfdi.cfdi.<event>: the document in its current state. */
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
export const cfdiImported = announces('imported');
export const cfdiCanceled = announces('canceled');
/** Requested, in process or rejected; the document is still valid. */
export const cfdiCancellationChanged = announces('cancellation_changed');
export const cfdiArchived = announces('archived');
/** The draft before its deletion; the version is one above its last. */
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
