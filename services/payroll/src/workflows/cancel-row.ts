import type { Transaction } from '@timbre/kit';
import { moveRow, placeOf } from '../domain/states/row-moves';
import type { PayrollRow } from '../store/payroll-rows';
import { rowCanceled } from '../store/row-events';

/**
 * Marks the receipt as canceled by the SAT. The receipt no longer counts in its run, and its period can
 * be paid again.
 */
export function cancelRow(tx: Transaction, row: PayrollRow): void {
  moveRow(placeOf(row), 'cancellation_accepted');
  row.state = 'canceled';
  row.nextTryAt = null;
  row.updatedAt = tx.now;
  tx.emit(() => rowCanceled(row));
}
