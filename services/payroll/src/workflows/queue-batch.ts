import type { Transaction } from '@timbre/kit';
import { itemAt, firstIn } from '@timbre/fiscal';
import { stampRow } from '../domain/states/stamp-row';
import { keepCitedRules } from '../store/cited-rules';
import type { PayrollRun } from '../store/payroll-runs';
import { readyRows, saveQueued, type ReadyRow } from '../store/queued-rows';
import { lockQueueing } from '../store/queueing-lock';
import { queueingRequested, sealingRequested } from '../store/run-events';
import { evaluateRows } from './evaluate-rows';
import { applyStampRequest, recalculatedRow, shownRow } from './queue-row';
import { settleRun } from './settle-run';

const batchSize = 250;
/**
 * The number of parallel sequences in which sealing requests are processed. While one batch is
 * sealed, the next batch is checked and the previous batch is stored.
 */
const sealingSequences = 3;

/**
 * Returns the next ready rows of the run. Before queueing ends, the whole run is searched once more
 * for ready rows. A last search for ready rows is necessary because the message may belong to an
 * earlier request, or to one of two concurrent chains of messages. Rows before the position that
 * the message states may therefore still be ready.
 */
async function nextReady(
  tx: Transaction,
  runId: string,
  after: string | undefined,
): Promise<ReadyRow[]> {
  const rows = await readyRows(tx, runId, { after, limit: batchSize });
  if (rows.length > 0 || after === undefined) return rows;
  return readyRows(tx, runId, { after: undefined, limit: batchSize });
}

/**
 * Checks the next ready rows of a run, and queues the unchanged rows so that they are sealed together. If
 * no ready row is left, the queueing of the run ends. The caller has locked `run`.
 */
export async function queueBatch(
  tx: Transaction,
  run: PayrollRun,
  afterRowId: string | undefined,
): Promise<void> {
  await lockQueueing(tx);
  run.workedAt = tx.now;
  const rows = await nextReady(tx, run.id, afterRowId);
  const last = rows.at(-1);
  if (!last) {
    run.queueing = false;
    return settleRun(tx, run);
  }
  const evaluated = await evaluateRows(tx, run, rows);
  await keepCitedRules(
    tx,
    evaluated.map(({ receipt }) => receipt.explanation),
  );
  const asShown: ReadyRow[] = [];
  const others: ReadyRow[] = [];
  let queued = 0;
  for (const [index, row] of rows.entries()) {
    const fresh = itemAt(evaluated, index);
    const { receiptDigest, employeeName } = row;
    const outcome = stampRow(shownRow(row), recalculatedRow(fresh));
    const isQueued = applyStampRequest(tx, run, row, fresh, outcome);
    if (isQueued) queued += 1;
    const isAsShown =
      isQueued && row.receiptDigest === receiptDigest && row.employeeName === employeeName;
    (isAsShown ? asShown : others).push(row);
  }
  await saveQueued(tx, 'decided', asShown);
  await saveQueued(tx, 'whole', others);
  const sequence = Math.floor(run.progressTotal / batchSize) % sealingSequences;
  run.progressTotal += queued;
  if (queued > 0) tx.emit(() => sealingRequested(run, [firstIn(rows).id, last.id], sequence));
  tx.emit(() => queueingRequested(run, last.id));
}
