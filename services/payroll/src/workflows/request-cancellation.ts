import { failpoint, type CallContext, type Run, type Transaction } from '@timbre/kit';
import type { CancelAnswer, CfdiPort } from '../domain/ports';
import { abandonedMs, waitMs } from '../domain/stamp-schedule';
import { answered } from '../domain/states/row-cancellation';
import { PayrollRow, rowName } from '../store/payroll-rows';
import { lockRowWithRun } from './lock-run';

/**
 * Asks fiscal-cfdi for the cancellation that a row has written down, and writes down the answer.
 * Whoever repeats it uses the same key, and finds the same cancellation.
 * @param isWaitedFor a request that surely did not arrive is forgotten: its caller is told so
 * @returns what the caller is told instead of an answer
 */
export async function requestCancellation(
  run: Run,
  cfdi: CfdiPort<CallContext>,
  rowId: string,
  { isWaitedFor = false } = {},
): Promise<Error | undefined> {
  const row = await run.step((tx) => tx.get(PayrollRow, rowId, rowName));
  const { cancellation, cancelNumber, documentRef } = row;
  if (!cancellation?.motive || !documentRef || row.nextTryAt == null) return undefined;
  const { motive, replacementDocumentRef } = cancellation;
  const request = { rowId, documentRef, cancelNumber, motive, replacementDocumentRef };
  failpoint('payroll.canceling');
  const answer = await cfdi.cancel(run.context, request);
  failpoint('payroll.cancel_answered');
  await run.step((tx) => settle(tx, request, answer, isWaitedFor));
  return 'refusal' in answer ? answer.refusal : undefined;
}

/** An answer to an older request says nothing about this one. */
async function settle(
  tx: Transaction,
  { rowId, cancelNumber }: { rowId: string; cancelNumber: number },
  answer: CancelAnswer,
  isWaitedFor: boolean,
): Promise<void> {
  const { row } = await lockRowWithRun(tx, rowId);
  const { cancellation } = row;
  if (!cancellation || row.cancelNumber !== cancelNumber || row.nextTryAt == null) return;
  row.updatedAt = tx.now;
  const isForgotten =
    answer.kind === 'not_requested' ? isWaitedFor : answer.kind === 'refused' && !answer.told;
  if (isForgotten) {
    Object.assign(row, { cancellation: null, nextTryAt: null });
  } else if ('told' in answer && answer.told) {
    row.cancellation = answered(cancellation, answer.told);
    row.nextTryAt = null;
  } else {
    row.nextTryAt = new Date(tx.now.getTime() + waitMs(row.tries));
    row.tries += 1;
  }
}

/** Takes a row whose request nobody answered, for as long as a call may take. */
export async function claimCancellation(tx: Transaction, rowId: string): Promise<boolean> {
  const { row } = await lockRowWithRun(tx, rowId);
  if (row.state !== 'stamped' || !row.nextTryAt || row.nextTryAt > tx.now) return false;
  row.nextTryAt = new Date(tx.now.getTime() + abandonedMs);
  return true;
}
