import type { Transaction } from '@timbre/kit';
import { moveImport } from '../../domain/imports/import-state';
import { importFinished } from '../../store/import-finished';
import type { Import } from '../../store/imports';

export const dayMs = 86_400_000;
/** The time for which the rows of a finished import can be read. */
const rowsKeptMs = 30 * dayMs;

export const after = (tx: Transaction, ms: number) => new Date(tx.now.getTime() + ms);

/** Ends an import and emits its event. The rows of the import are kept for a limited time. */
export function endImport(
  tx: Transaction,
  job: Import,
  event: 'read_failed' | 'canceled' | 'expired' | 'written' | 'write_failed',
  errorCode: string | null = null,
): void {
  const state = moveImport(job.state, event);
  if (!state) throw new Error(`an import that is ${job.state} cannot be ${event}`);
  const hasRows = event !== 'read_failed' && event !== 'expired';
  const expiresAt = hasRows ? after(tx, rowsKeptMs) : null;
  Object.assign(job, {
    state,
    errorCode,
    expiresAt,
    dueAt: expiresAt,
    finishedAt: tx.now,
    updatedAt: tx.now,
  });
  tx.emit(() => importFinished(job));
}
