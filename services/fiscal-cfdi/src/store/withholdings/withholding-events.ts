import { fiscalCfdi } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';
import type { Withholding } from './withholdings';

/** The members of an event; both the entity and the columns of a new document have them. */
type AnnouncedWithholding = Pick<
  Withholding,
  | 'id'
  | 'version'
  | 'status'
  | 'input'
  | 'withholdingCode'
  | 'counterpartyRfc'
  | 'counterpartyName'
  | 'series'
  | 'total'
  | 'withheld'
  | 'taxes'
  | 'archived'
> &
  Partial<Pick<Withholding, 'uuid' | 'folio' | 'issuedLocal'>>;

/** fiscal_cfdi.withholding.<event>: the document in its current state. */
const announces =
  (happened: string) =>
  (withholding: AnnouncedWithholding): DomainEvent => ({
    subject: `fiscal_cfdi.withholding.${happened}`,
    aggregate: 'withholding',
    aggregateId: withholding.id,
    aggregateVersion: withholding.version,
    payload: fiscalCfdi.Withholding.encode(messageOf(withholding)).finish(),
  });

export const withholdingDrafted = announces('drafted');
export const withholdingChanged = announces('changed');
export const withholdingStamped = announces('stamped');
export const withholdingRejected = announces('rejected');
/** Requested or rejected; the document is still valid. */
export const withholdingCancellationChanged = announces('cancellation_changed');
export const withholdingCanceled = announces('canceled');
export const withholdingArchived = announces('archived');
/** The draft before its deletion; the version is one above its last. */
export const withholdingDeleted = announces('deleted');

function messageOf(withholding: AnnouncedWithholding): fiscalCfdi.Withholding {
  const { id: withholdingId, version, status, withholdingCode, archived } = withholding;
  const { counterpartyName, total, withheld, taxes } = withholding;
  return {
    withholdingId,
    version,
    status,
    uuid: withholding.uuid ?? undefined,
    withholdingCode,
    counterpartyRfc: withholding.counterpartyRfc ?? undefined,
    counterpartyName,
    series: withholding.series ?? undefined,
    folio: withholding.folio?.toString(),
    total,
    withheld,
    taxes,
    period: withholding.input.period,
    issuedLocalDateTime: withholding.issuedLocal ?? undefined,
    archived,
  };
}
