import { fiscalCfdi } from '@timbre/contract';
import { encodeRow, messageOf, type DomainEvent } from '@timbre/kit';
import type { PaidDocument } from '../../domain/drafting/draft';
import type { Cancellation } from '../cancellations';
import type { Cfdi } from './cfdi';

/** Columns that a new draft does not have yet. */
type Later = 'uuid' | 'folio' | 'issuedLocal' | 'paidDocuments';

/** The members of an event; both the entity and the columns of a new document have them. */
type AnnouncedCfdi = Pick<Cfdi, 'id' | Exclude<keyof Cfdi & keyof fiscalCfdi.Cfdi, Later>> &
  Partial<Pick<Cfdi, Later>>;

/** fiscal_cfdi.cfdi.<event>: the document in its current state. */
const announces =
  (happened: string) =>
  (cfdi: AnnouncedCfdi, cancellation?: Cancellation): DomainEvent => ({
    subject: `fiscal_cfdi.cfdi.${happened}`,
    aggregate: 'cfdi',
    aggregateId: cfdi.id,
    aggregateVersion: cfdi.version,
    payload: payloadOf(cfdi, cancellation),
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

const payloadOf = (cfdi: AnnouncedCfdi, cancellation?: Cancellation): Uint8Array =>
  encodeRow(fiscalCfdi.Cfdi, {
    ...cfdi,
    cfdiId: cfdi.id,
    uuid: cfdi.uuid,
    folio: cfdi.folio?.toString(),
    issuedLocalDateTime: cfdi.issuedLocal,
    paidDocuments: (cfdi.paidDocuments ?? []).map(paidDocumentOf),
    cancellation: cancellation && messageOf<fiscalCfdi.Cancellation>(cancellation),
  });

function paidDocumentOf(document: PaidDocument): fiscalCfdi.PaidDocument {
  const { uuid, currency, installment, amount, previousBalance, invoice } = document;
  return { uuid, cfdiId: invoice?.cfdiId, currency, installment, amount, previousBalance };
}
