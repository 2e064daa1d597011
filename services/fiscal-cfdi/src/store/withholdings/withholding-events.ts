import { publicForm } from '@timbre/api';
import { fiscalCfdi } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import { encodeRow, type DomainEvent } from '@timbre/kit';
import type { Withholding } from './withholdings';

/** The columns for which a new draft has no values yet. */
type Later = 'uuid' | 'folio' | 'issuedLocal';

/**
 * The members of a withholding document that its events contain. The entity and the columns of a new
 * document both have these members, so both result in the same event.
 */
type AnnouncedWithholding = Pick<
  Withholding,
  'id' | 'input' | Exclude<keyof Withholding & keyof fiscalCfdi.Withholding, Later>
> &
  Partial<Pick<Withholding, Later>>;

type Happened =
  | 'drafted'
  | 'changed'
  | 'stamped'
  | 'rejected'
  | 'canceled'
  | 'cancellation_changed'
  | 'archived'
  | 'deleted';

/** Builds the event fiscal_cfdi.withholding.<happened> with the current state of the document. */
const announces =
  (happened: Happened) =>
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
/**
 * A cancellation of the document was requested or rejected. The document stays valid until the cancellation
 * is decided.
 */
export const withholdingCancellationChanged = announces('cancellation_changed');
export const withholdingCanceled = announces('canceled');
export const withholdingArchived = announces('archived');
/**
 * The event contains the last state of the draft before its deletion. The version in the event is one above
 * the draft's last version.
 */
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

export const publicWithholding = publicForm('fiscal_cfdi.withholding', fiscalCfdi.Withholding, {
  type: (happened: Happened) =>
    happened === 'rejected' ? 'withholding.stamp_failed' : `withholding.${happened}`,
  data: (withholding) => ({
    ...withholding,
    category: 'withholding',
    documentRef: documentRef('withholding', withholding.withholdingId),
    total: pesos(withholding.total),
    withheld: pesos(withholding.withheld),
  }),
});

const pesos = (amount: string) => ({ amount, currency: 'MXN' });
