import { failpoint, type CallContext, type Run, type Transaction } from '@timbre/kit';
import { issueOf, type Issue } from '../domain/issues/issue';
import type { CfdiPort, DraftAnswer, StampingAnswer } from '../domain/ports';
import { abandonedMs, triesMax, waitMs } from '../domain/stamp-schedule';
import { isCanceled } from '../domain/states/row-cancellation';
import { moveRow, placeOf } from '../domain/states/row-moves';
import { afterStamping, type StampAnswer } from '../domain/states/stamp-outcome';
import { PayrollRow, rowName } from '../store/payroll-rows';
import type { PayrollRun } from '../store/payroll-runs';
import { rowSettled } from '../store/row-events';
import { cancelRow } from './cancel-row';
import { lockRowWithRun } from './lock-run';
import { settleRun } from './settle-run';

type Cfdi = CfdiPort<CallContext>;

/**
 * Brings a row that this worker has claimed to its outcome: drafted, then sent, then settled, each
 * committed before the next begins. Whoever repeats it, after any crash, uses the same keys: the
 * same draft and the same stamp.
 */
export async function stampClaimedRow(steps: Run, cfdi: Cfdi, rowId: string): Promise<void> {
  const claimed = await steps.step((tx) => tx.get(PayrollRow, rowId, rowName));
  const { stampNumber } = claimed;
  const documentRef =
    claimed.state === 'stamping' ? claimed.documentRef : await prepare(steps, cfdi, claimed);
  if (documentRef === undefined) return;
  failpoint('payroll.sending');
  const answer = await cfdi.stamp(steps.context, {
    rowId,
    documentRef: documentRef ?? '',
    stampNumber,
  });
  failpoint('payroll.answered');
  await steps.step((tx) => settle(tx, rowId, stampNumber, answer));
}

/** @returns the draft of a row that is now with the provider; undefined when it is not to be sent */
async function prepare(steps: Run, cfdi: Cfdi, row: PayrollRow): Promise<string | undefined> {
  if (row.state !== 'queued' || !row.stampInput) return undefined;
  const { id: rowId, draftNumber, stampNumber, stampInput: input } = row;
  const documentRef = row.documentRef ?? undefined;
  const request = { rowId, draftNumber, stampNumber, documentRef, input };
  const answer = await cfdi.draft(steps.context, request);
  return steps.step((tx) => afterDrafting(tx, rowId, stampNumber, answer));
}

async function afterDrafting(
  tx: Transaction,
  rowId: string,
  stampNumber: number,
  answer: DraftAnswer,
): Promise<string | undefined> {
  const { row, run } = await lockRowWithRun(tx, rowId);
  if (row.state !== 'queued' || row.stampNumber !== stampNumber) return undefined;
  row.updatedAt = tx.now;
  if (answer.kind === 'drafted') {
    moveRow(placeOf(row), 'taken');
    row.state = 'stamping';
    row.documentRef = answer.documentRef;
    row.nextTryAt = later(tx, abandonedMs);
    return answer.documentRef;
  }
  if (answer.kind === 'refused') await setAside(tx, run, row, answer.issues);
  else if (row.tries >= triesMax) await setAside(tx, run, row, [issueOf('stamp_failed')]);
  else postpone(tx, row);
  return undefined;
}

/** Nothing was sent: a person looks at what was found. */
async function setAside(
  tx: Transaction,
  run: PayrollRun,
  row: PayrollRow,
  issues: readonly Issue[],
): Promise<void> {
  moveRow(placeOf(row), 'check_before_sending_failed');
  row.state = 'needs_attention';
  row.issues = [...issues];
  release(row);
  tx.emit(() => rowSettled(row));
  await settleRun(tx, run);
}

/** Writes down what became of the row; an answer to an older sending says nothing about this one. */
async function settle(
  tx: Transaction,
  rowId: string,
  stampNumber: number,
  answer: StampingAnswer,
): Promise<void> {
  const { row, run } = await lockRowWithRun(tx, rowId);
  if (row.state !== 'stamping' || row.stampNumber !== stampNumber) return;
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
  await settleRun(tx, run);
}

/** Of a row whose outcome was unknown, a refusal proves that there is no stamp, and that sending the
 * same document again would bring none. */
function knownAnswer(row: PayrollRow, answer: StampingAnswer): StampAnswer {
  const isUnconfirmed = row.errorCode === 'stamp_unconfirmed';
  if (answer.kind === 'refused' && isUnconfirmed) return { kind: 'not_received', triesLeft: 0 };
  if (answer.kind !== 'not_received') return answer;
  return { kind: 'not_received', triesLeft: triesMax - row.tries - 1 };
}

function postpone(tx: Transaction, row: PayrollRow): void {
  row.nextTryAt = later(tx, waitMs(row.tries));
  row.tries += 1;
  row.leaseUntil = null;
}

function release(row: PayrollRow): void {
  row.leaseUntil = null;
  row.nextTryAt = null;
  row.stampInput = null;
}

const later = (tx: Transaction, ms: number): Date => new Date(tx.now.getTime() + ms);
