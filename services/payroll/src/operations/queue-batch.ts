import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import { stampingPerOrganization } from '../domain/stamp-schedule';
import { stampRow } from '../domain/states/stamp-row';
import { keepCitedRules } from '../store/cited-rules';
import { PayrollRow } from '../store/payroll-rows';
import type { PayrollRun } from '../store/payroll-runs';
import { queueingRequested, stampingRequested } from '../store/run-events';
import { evaluateRows } from './evaluate-rows';
import { applyStampRequest, recalculatedRow, shownRow } from './queue-row';
import { settleRun } from './settle-run';

const batchSize = 250;

/** Checks the next ready rows of a run and queues those that are still as they were shown; when
 * there are none left, the run only waits for its receipts. `run` is locked. */
export async function queueBatch(
  tx: Transaction,
  run: PayrollRun,
  afterRowId: string | undefined,
): Promise<void> {
  const rows = await readyRows(tx, run, afterRowId);
  const evaluated = await evaluateRows(tx, run, rows);
  await keepCitedRules(
    tx,
    evaluated.map(({ receipt }) => receipt.explanation),
  );
  for (const [index, row] of rows.entries()) {
    const fresh = evaluated[index]!;
    const outcome = stampRow(shownRow(row), recalculatedRow(fresh));
    if (applyStampRequest(tx, run, row, fresh, outcome)) run.progressTotal += 1;
  }
  const last = rows.at(-1);
  if (last) tx.emit(() => queueingRequested(run, last.id));
  else run.queueing = false;
  // Again at the end: lanes that were faster than the queue have gone.
  if (afterRowId === undefined || !last) openLanes(tx, run);
  if (!last) await settleRun(tx, run);
}

/** Asks for as many workers as an organization may have. */
export function openLanes(tx: Transaction, run: PayrollRun): void {
  for (let lane = 0; lane < stampingPerOrganization; lane += 1) {
    tx.emit(() => stampingRequested(run, lane));
  }
}

async function readyRows(
  tx: Transaction,
  run: PayrollRun,
  afterRowId: string | undefined,
): Promise<PayrollRow[]> {
  const em = await tx.entityManager();
  const organizationId = tx.organizationId;
  const after = afterRowId === undefined ? {} : { id: { $gt: afterRowId } };
  return em.find(
    PayrollRow,
    { organizationId, runId: run.id, state: 'ready', ...after },
    { orderBy: { id: 'asc' }, limit: batchSize, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}
