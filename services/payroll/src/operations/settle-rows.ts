import type { Transaction } from '@timbre/kit';
import type { StampingAnswer } from '../domain/ports';
import { triesMax } from '../domain/stamp-schedule';
import { isCanceled } from '../domain/states/row-cancellation';
import { afterStamping, type StampAnswer } from '../domain/states/stamp-outcome';
import type { PayrollRow } from '../store/payroll-rows';
import { rowSettled } from '../store/row-events';
import type { RowToSend } from '../store/row-leases';
import { cancelRow } from './cancel-row';
import { lockRun } from './lock-run';
import { postpone, release } from './release-row';
import { lockRows } from './seal-rows';
import { settleRun } from './settle-run';

export interface AnsweredRow {
  row: RowToSend;
  answer: StampingAnswer;
}

/** Writes down what became of rows; an answer to an older sending says nothing about this one. */
export async function settleRows(
  tx: Transaction,
  runId: string,
  answered: readonly AnsweredRow[],
): Promise<void> {
  const run = await lockRun(tx, runId);
  if (!run) return;
  const byRow = new Map(answered.map((one) => [one.row.rowId, one]));
  for (const row of await lockRows(tx, [...byRow.keys()])) {
    const { row: sent, answer } = byRow.get(row.id)!;
    if (row.state === 'stamping' && row.stampNumber === sent.stampNumber) settle(tx, row, answer);
  }
  await settleRun(tx, run);
}

function settle(tx: Transaction, row: PayrollRow, answer: StampingAnswer): void {
  const outcome = afterStamping(row, knownAnswer(row, answer));
  row.updatedAt = tx.now;
  row.state = outcome.state;
  row.issues = [...outcome.issues];
  row.errorCode = outcome.errorCode ?? null;
  row.rejectionCode = answer.kind === 'refused' ? answer.rejectionCode : null;
  if (outcome.uuid) Object.assign(row, { uuid: outcome.uuid, documentRef: outcome.documentRef });
  if (row.state === 'queued' || row.state === 'stamping') return postpone(tx, row);
  release(row);
  // The document may have been canceled before its stamp was known here.
  if (row.state === 'stamped' && isCanceled(row.cancellation)) cancelRow(tx, row);
  else tx.emit(() => rowSettled(row));
}

/** Of a row whose outcome was unknown, a refusal proves that there is no stamp, and that sending the
 * same document again would bring none. */
function knownAnswer(row: PayrollRow, answer: StampingAnswer): StampAnswer {
  const isUnconfirmed = row.errorCode === 'stamp_unconfirmed';
  if (answer.kind === 'refused' && isUnconfirmed) return { kind: 'not_received', triesLeft: 0 };
  if (answer.kind !== 'not_received') return answer;
  return { kind: 'not_received', triesLeft: triesMax - row.tries - 1 };
}
