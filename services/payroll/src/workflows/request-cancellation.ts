import { failpoint, type CallContext, type Run, type Transaction } from '@timbre/kit';
import type { CancelAnswer, CfdiPort } from '../domain/ports';
import { abandonedMs, waitMs } from '../domain/stamp-schedule';
import { answered } from '../domain/states/row-cancellation';
import { PayrollRow, rowName } from '../store/payroll-rows';
import { lockRowWithRun } from './lock-run';

/**
 * Sends a stored cancellation request to fiscal-cfdi and stores the response. A repeated call uses the
 * same idempotency key and returns the same cancellation.
 * @param isWaitedFor whether a caller waits for the response. If so, a request that certainly did
 * not arrive is deleted, and the caller receives the refusal
 * @returns the refusal for the caller, or undefined if there is none
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

/**
 * Stores the response to a cancellation request, except if the response belongs to an older
 * request.
 */
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
    answer.kind === 'not_requested' ? isWaitedFor : answer.kind === 'refused' && !answer.reported;
  if (isForgotten) {
    Object.assign(row, { cancellation: null, nextTryAt: null });
  } else if ('reported' in answer && answer.reported) {
    row.cancellation = answered(cancellation, answer.reported);
    row.nextTryAt = null;
  } else {
    row.nextTryAt = new Date(tx.now.getTime() + waitMs(row.tries));
    row.tries += 1;
  }
}

/** Leases a row whose cancellation request has no response yet, for as long as a call can take. */
export async function claimCancellation(tx: Transaction, rowId: string): Promise<boolean> {
  const { row } = await lockRowWithRun(tx, rowId);
  if (row.state !== 'stamped' || !row.nextTryAt || row.nextTryAt > tx.now) return false;
  row.nextTryAt = new Date(tx.now.getTime() + abandonedMs);
  return true;
}
