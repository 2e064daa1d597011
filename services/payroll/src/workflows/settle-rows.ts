import type { Transaction } from '@timbre/kit';
import { certain, valueAt } from '@timbre/fiscal';
import type { StampingAnswer } from '../domain/ports';
import { triesMax } from '../domain/stamp-schedule';
import { isCanceled, type ReportedCancellation } from '../domain/states/row-cancellation';
import { afterStamping, type StampAnswer } from '../domain/states/stamp-outcome';
import type { PayrollRow } from '../store/payroll-rows';
import { rowSettled } from '../store/row-events';
import { hasBusyRows, lockRunState } from '../store/run-summary';
import { saveStamped } from '../store/stamped-rows';
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

/** Stores the stamp outcomes of the given rows. Responses to older stamp requests are ignored. */
export async function settleRows(
  tx: Transaction,
  runId: string,
  answered: readonly AnsweredRow[],
): Promise<void> {
  const run = await lockRunState(tx, runId);
  if (!run) return;
  const stamped = new Set(await settleStamped(tx, answered));
  const others = answered.filter(({ row }) => !stamped.has(row.rowId));
  if (others.length > 0) await settleOthers(tx, others);
  const mayBeOver = run.state === 'stamping' && !run.queueing;
  if (!mayBeOver || (others.length === 0 && (await hasBusyRows(tx, runId)))) return;
  await settleRun(tx, certain(await lockRun(tx, runId), 'run'));
}

/**
 * Stores confirmed stamps, which are the most common case, in one statement.
 * @returns the rows whose stamp was stored
 */
async function settleStamped(tx: Transaction, answered: readonly AnsweredRow[]): Promise<string[]> {
  const confirmed = answered.flatMap(({ row: { rowId, stampNumber }, answer }) => {
    if (answer.kind !== 'confirmed' || answer.canceled) return [];
    const { uuid, documentRef } = answer;
    return [{ rowId, stampNumber, uuid, documentRef }];
  });
  const [first] = confirmed;
  if (!first) return [];
  const { state } = afterStamping(waiting, { kind: 'confirmed', ...first });
  const rows = await saveStamped(tx, state, confirmed);
  for (const row of rows) tx.emit(rowSettled(row));
  return rows.map(({ id }) => id);
}

/** The SQL condition for the rows that the statement updates. */
const waiting = { state: 'stamping', omitted: false } as const;

async function settleOthers(tx: Transaction, answered: readonly AnsweredRow[]): Promise<void> {
  const byRow = new Map(answered.map((one) => [one.row.rowId, one]));
  for (const row of await lockRows(tx, [...byRow.keys()])) {
    const { row: sent, answer } = valueAt(byRow, row.id);
    if (row.state === 'stamping' && row.stampNumber === sent.stampNumber) settle(tx, row, answer);
  }
}

function settle(tx: Transaction, row: PayrollRow, answer: StampingAnswer): void {
  const outcome = afterStamping(row, knownAnswer(row, answer));
  row.updatedAt = tx.now;
  row.state = outcome.state;
  row.issues = [...outcome.issues];
  row.errorCode = outcome.errorCode ?? null;
  row.rejectionCode = answer.kind === 'refused' ? answer.rejectionCode : null;
  row.rejection = rejectionOf(answer, tx.now);
  if (outcome.uuid) Object.assign(row, { uuid: outcome.uuid, documentRef: outcome.documentRef });
  if (row.state === 'queued' || row.state === 'stamping') return postpone(tx, row);
  release(row);
  // The document may have been canceled before payroll receives the confirmation of the stamp.
  if (answer.kind === 'confirmed' && answer.canceled) rememberCanceled(tx, row, answer.canceled);
  if (row.state === 'stamped' && isCanceled(row.cancellation)) cancelRow(tx, row);
  else tx.emit(() => rowSettled(row));
}

/** Returns the reason for a refused stamp, in the form that the row stores. */
function rejectionOf(answer: StampingAnswer, now: Date): PayrollRow['rejection'] {
  if (answer.kind !== 'refused' || !answer.rejection) return null;
  const { rejectionCode: code, rejection } = answer;
  return { code, ...rejection, at: now.toISOString() };
}

/** Stores the cancellation of the document, if no event has stored it yet. */
function rememberCanceled(tx: Transaction, row: PayrollRow, reported: ReportedCancellation): void {
  if (isCanceled(row.cancellation)) return;
  row.cancellation = { requestedAt: tx.now.toISOString(), ...row.cancellation, ...reported };
}

/**
 * Interprets a response to a stamp request. For a row whose stamp outcome is unknown, a refusal
 * proves that no stamp exists and that the same document would be refused again.
 */
function knownAnswer(row: PayrollRow, answer: StampingAnswer): StampAnswer {
  const isUnconfirmed = row.errorCode === 'stamp_unconfirmed';
  if (answer.kind === 'refused' && isUnconfirmed) return { kind: 'not_received', triesLeft: 0 };
  if (answer.kind !== 'not_received') return answer;
  return { kind: 'not_received', triesLeft: triesMax - row.tries - 1 };
}
