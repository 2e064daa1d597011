import { betweenServices, publicForm } from '@timbre/api';
import { payroll } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import { encodeRow, type DomainEvent } from '@timbre/kit';
import type { PayrollRow } from './payroll-rows';
import type { SettledRow } from './stamped-rows';

/**
 * Creates the event payroll.row.settled: the stamping of the receipt has ended, with or without a stamp.
 */
export const rowSettled = (row: SettledRow): DomainEvent => ofState(row, 'settled');

/** Creates the event payroll.row.canceled: the SAT has canceled the document. */
export const rowCanceled = (row: SettledRow): DomainEvent => ofState(row, 'canceled');

function ofState(row: SettledRow, what: string): DomainEvent {
  const net = Decimal.from(row.totals?.net ?? 0).toString();
  return ofRow(row, what, encodeRow(payroll.PayrollRow, { ...row, rowId: row.id, net }));
}

/** Creates the event payroll.row.draft_dropped: no row needs this draft any more. */
export function draftDropped(row: RowNamed, documentRef: string): DomainEvent {
  const payload = payroll.DraftDropped.encode({ rowId: row.id, documentRef }).finish();
  return ofRow(row, 'draft_dropped', payload);
}

type RowNamed = Pick<PayrollRow, 'id' | 'version'>;

function ofRow(row: RowNamed, what: string, payload: Uint8Array): DomainEvent {
  return {
    subject: `payroll.row.${what}`,
    aggregate: 'payroll_row',
    aggregateId: row.id,
    aggregateVersion: row.version,
    payload,
  };
}

export const publicRow = publicForm('payroll.row', payroll.PayrollRow, {
  // The type cast is safe, because a row has events only in these states.
  type: (_, { state }) => `payroll_row.${state as SettledState}`,
  data: (row) => row,
});

type SettledState = 'stamped' | 'rejected' | 'needs_attention' | 'canceled';

export const droppedDraft = betweenServices('payroll.row.draft_dropped');
