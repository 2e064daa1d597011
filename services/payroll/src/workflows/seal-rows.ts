import { LockMode } from '@mikro-orm/postgresql';
import { failpoint, type CallContext, type Run, type Transaction } from '@timbre/kit';
import { itemAt, valueAt } from '@timbre/fiscal';
import { issueOf, type Issue } from '../domain/issues/issue';
import type { CfdiPort, SealingAnswer, SealingRequest } from '../domain/ports';
import { triesMax } from '../domain/stamp-schedule';
import { moveRow, placeOf } from '../domain/states/row-moves';
import { PayrollRow } from '../store/payroll-rows';
import { stampingRequested } from '../store/run-events';
import { rowSettled } from '../store/row-events';
import { queuedRows, saveSealed, type QueuedRows, type SealedRow } from '../store/sealed-rows';
import { lockRun } from './lock-run';
import { postpone, release } from './release-row';
import { settleRun } from './settle-run';

interface Answered {
  request: SealingRequest;
  answer: SealingAnswer;
}

/**
 * Drafts and seals queued rows of a run in one call, and stores the result of each row. Rows need
 * no lease while they are being sealed. A repeated or concurrent sealing call uses the same
 * idempotency keys and receives the same documents, and it changes only rows that are still queued.
 */
export async function sealRows(
  steps: Run,
  cfdi: CfdiPort<CallContext>,
  runId: string,
  which: QueuedRows,
): Promise<void> {
  for (;;) {
    const requests = await queuedRows(steps.read, runId, which);
    if (requests.length === 0) return;
    failpoint('payroll.sealing');
    const answers = await cfdi.seal(steps.context, requests);
    failpoint('payroll.sealed');
    const answered = requests.map((request, index) => ({
      request,
      answer: itemAt(answers, index),
    }));
    await steps.step((tx) => afterSealing(tx, runId, answered));
    if (which === 'due') return;
  }
}

async function afterSealing(
  tx: Transaction,
  runId: string,
  answered: readonly Answered[],
): Promise<void> {
  const others = new Map(
    answered.flatMap(({ request, answer }) =>
      answer.kind === 'sealed' ? [] : [[request.rowId, { request, answer }] as const],
    ),
  );
  // Locks are taken in this order: run, then rows. The run is not locked to change rows to state
  // `stamping`.
  const run = others.size > 0 ? await lockRun(tx, runId) : undefined;
  const sealed = answered.flatMap(sealedRow);
  if (sealed.length > 0) {
    await saveSealed(tx, sealed);
    tx.emit(stampingRequested(tx, { id: runId }));
  }
  if (!run) return;
  for (const row of await lockRows(tx, [...others.keys()])) {
    const { request, answer } = valueAt(others, row.id);
    if (row.state !== 'queued' || row.stampNumber !== request.stampNumber) continue;
    row.updatedAt = tx.now;
    if (answer.kind === 'refused') setAside(tx, row, answer.issues);
    else if (answer.kind === 'not_covered') giveBack(row);
    else if (row.tries >= triesMax) setAside(tx, row, [issueOf('stamp_failed')], 'stamp_failed');
    else postpone(tx, row);
  }
  await settleRun(tx, run);
}

const sealedRow = ({ request, answer }: Answered): SealedRow[] =>
  answer.kind === 'sealed' ? [{ ...request, documentRef: answer.documentRef }] : [];

/** Locks rows in the order of their identifiers; the caller has already locked the run. */
export async function lockRows(tx: Transaction, rowIds: string[]): Promise<PayrollRow[]> {
  const em = await tx.entityManager();
  return em.find(
    PayrollRow,
    { organizationId: tx.organizationId, id: { $in: rowIds } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}

/** Marks a row as needing attention after sealing was refused and nothing was sent to the PAC. */
function setAside(
  tx: Transaction,
  row: PayrollRow,
  issues: readonly Issue[],
  errorCode: 'stamp_failed' | null = null,
): void {
  moveRow(placeOf(row), 'check_before_sending_failed');
  Object.assign(row, { state: 'needs_attention', issues: [...issues], errorCode });
  release(row);
  tx.emit(() => rowSettled(row));
}

/**
 * Changes the row back to state ready, because another run has used up the prepaid balance. A
 * receipt that the balance did not cover is not faulty. A new stamp request for its run either
 * reports the amount to top up, or stamps the receipt.
 */
function giveBack(row: PayrollRow): void {
  moveRow(placeOf(row), 'stamp_refused_by_funds');
  const rejectionCode = 'api_wallet_insufficient';
  Object.assign(row, { state: 'ready', errorCode: 'stamp_failed', rejectionCode });
  release(row);
}
