import type { payroll } from '@timbre/contract';
import {
  conflict,
  longCommand,
  replyWith,
  type Run,
  type Transaction,
  requireJudged,
} from '@timbre/kit';
import { isOpen } from '../domain/states/row-cancellation';
import { moveRow, placeOf } from '../domain/states/row-moves';
import { abandonedMs } from '../domain/stamp-schedule';
import { PayrollRow, rowDetail, rowName } from '../store/payroll-rows';
import { lockRowWithRun } from '../workflows/lock-run';
import { requestCancellation } from '../workflows/request-cancellation';
import type { StampingProviders } from '../workflows/readiness-to-stamp';
import { decided } from '../workflows/state-refusal';

/**
 * Cancels the document of a stamped receipt. The cancellation request is stored before fiscal-cfdi is
 * called. The event about the SAT's cancellation later marks the receipt as canceled.
 */
export const cancelPayrollRow = longCommand(
  async (run, request: payroll.CancelPayrollRowRequest, { cfdi }: StampingProviders) => {
    const { rowId } = request;
    const isToBeAsked = await run.step((tx) => writeDown(tx, request, requesterOf(run)));
    if (isToBeAsked) {
      const refusal = await requestCancellation(run, cfdi, rowId, { isWaitedFor: true });
      if (refusal) throw refusal;
    }
    await refuseRejected(run, rowId);
    return run.finish(() => Promise.resolve(replyWith(rowDetail, rowId)));
  },
);

/**
 * Returns the text that identifies who made the request: the idempotency key, or the actor for background
 * work without a key.
 */
function requesterOf({ context }: Run): string {
  const { idempotency, actor } = context;
  return idempotency ? `${idempotency.route} ${idempotency.key}` : actor;
}

/**
 * Stores the cancellation request, if it is not stored yet.
 * @returns whether the cancellation request must still be sent, because fiscal-cfdi has not
 * responded to it yet
 */
async function writeDown(
  tx: Transaction,
  { rowId, motive, replacementDocumentRef }: payroll.CancelPayrollRowRequest,
  requestedBy: string,
): Promise<boolean> {
  const { row } = await lockRowWithRun(tx, rowId);
  if (row.cancellation?.requestedBy === requestedBy) return row.nextTryAt != null;
  decided(() => moveRow(placeOf(row), 'cancellation_asked'), row.documentRef);
  if (isOpen(row.cancellation))
    throw conflict('A cancellation of this receipt is in progress.', 'cancellation_in_progress');
  await requireJudged(tx, rowDetail, row.id);
  const requestedAt = tx.now.toISOString();
  const asked = { motive, replacementDocumentRef, requestedAt, requestedBy };
  row.cancellation = { state: 'requested', ...asked };
  row.cancelNumber += 1;
  row.tries = 0;
  row.nextTryAt = new Date(tx.now.getTime() + abandonedMs);
  row.updatedAt = tx.now;
  return true;
}

/** Throws the stored refusal of a request that is repeated after a crash. */
async function refuseRejected(run: Run, rowId: string): Promise<void> {
  const { cancellation } = await run.step((tx) => tx.get(PayrollRow, rowId, rowName));
  const isOwn = cancellation?.requestedBy === requesterOf(run);
  if (!isOwn || cancellation.state !== 'rejected') return;
  const { code = 'unknown', message = '' } = cancellation;
  throw conflict(
    'The cancellation is refused; the receipt stays stamped.',
    'cancellation_refused',
    [{ path: [], code, message }],
  );
}
