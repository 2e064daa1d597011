import { fiscalCfdi } from '@timbre/contract';
import { encodeRow, type DomainEvent } from '@timbre/kit';
import type { Withholding } from './withholdings';

/** Columns that a new draft does not have yet. */
type Later = 'uuid' | 'folio' | 'issuedLocal';

/** The members of an event; both the entity and the columns of a new document have them. */
type AnnouncedWithholding = Pick<
  Withholding,
  'id' | 'input' | Exclude<keyof Withholding & keyof fiscalCfdi.Withholding, Later>
> &
  Partial<Pick<Withholding, Later>>;

/** fiscal_cfdi.withholding.<event>: the document in its current state. */
const announces =
  (happened: string) =>
  (withholding: AnnouncedWithholding): DomainEvent => ({
    subject: `fiscal_cfdi.withholding.${happened}`,
    aggregate: 'withholding',
    aggregateId: withholding.id,
    aggregateVersion: withholding.version,
    payload: payloadOf(withholding),
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

const payloadOf = (withholding: AnnouncedWithholding): Uint8Array =>
  encodeRow(fiscalCfdi.Withholding, {
    ...withholding,
    withholdingId: withholding.id,
    uuid: withholding.uuid,
    folio: withholding.folio?.toString(),
    period: withholding.input.period,
    issuedLocalDateTime: withholding.issuedLocal,
  });
