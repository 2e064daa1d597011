import type { Transaction } from '@timbre/kit';
import { waitMs } from '../domain/stamp-schedule';
import type { PayrollRow } from '../store/payroll-rows';

/** Releases the lease of a row and schedules the next attempt, after an exponential delay. */
export function postpone(tx: Transaction, row: PayrollRow): void {
  row.nextTryAt = new Date(tx.now.getTime() + waitMs(row.tries));
  row.tries += 1;
  row.leaseUntil = null;
}

/**
 * Ends the stamping of a row: clears its lease, the time of its next attempt and its stamp input.
 */
export function release(row: PayrollRow): void {
  row.leaseUntil = null;
  row.nextTryAt = null;
  row.stampInput = null;
}
