import type { payroll } from '@timbre/contract';
import { command, requireJudged } from '@timbre/kit';
import { moveRun } from '../domain/states/run-moves';
import { restamp } from '../domain/states/stamp-row';
import { lockQueueing } from '../store/queueing-lock';
import { rowDetail } from '../store/payroll-rows';
import { sealingRequested } from '../store/run-events';
import { changeRow, evaluateOne } from '../workflows/change-row';
import { applyStampRequest, recalculatedRow, shownRow } from '../workflows/queue-row';
import {
  readinessOf,
  refuseUnready,
  type StampingProviders,
} from '../workflows/readiness-to-stamp';
import { decided } from '../workflows/state-refusal';

/**
 * Recalculates a rejected receipt (specification 4.2). The receipt is queued again if it is still ready
 * and its net equals the net of the rejected receipt.
 */
export const restampPayrollRow = command(
  async (tx, { rowId }: payroll.RestampPayrollRowRequest, { cfdi }: StampingProviders) => {
    const readiness = await readinessOf(cfdi, tx.context);
    return changeRow(tx, rowId, async (target) => {
      const { row, run } = target;
      const shown = shownRow(row);
      await lockQueueing(tx);
      const evaluated = await evaluateOne(target);
      await requireJudged(tx, rowDetail, row.id);
      const recalculated = recalculatedRow(evaluated);
      const outcome = decided(() => restamp(shown, recalculated), row.documentRef);
      if (outcome.state === 'queued') refuseUnready(readiness, 1);
      if (!applyStampRequest(tx, run, row, evaluated, outcome)) return;
      if (run.state !== 'stamping') {
        run.state = decided(() => moveRun(run.state, 'stamp_requested'));
        run.progressTotal = 0;
      }
      run.progressTotal += 1;
      tx.emit(() => sealingRequested(run, [row.id, row.id]));
    });
  },
);
