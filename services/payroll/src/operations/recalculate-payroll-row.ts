import type { payroll } from '@timbre/contract';
import { command, conflict } from '@timbre/kit';
import { evaluateRow } from '../domain/states/evaluate-row';
import { applyEvaluation, changeRow, evaluateOne } from '../workflows/change-row';

/**
 * Recalculates the row with the current data, incidents and rules. Manual lines of the row stay
 * unchanged.
 */
export const recalculatePayrollRow = command(
  (tx, { rowId }: payroll.RecalculatePayrollRowRequest) =>
    changeRow(tx, rowId, async (target) => {
      if (target.row.state === 'rejected') throw rejected();
      applyEvaluation(target, await evaluateOne(target), (receipt) =>
        evaluateRow(target.row, receipt),
      );
    }),
);

const rejected = () =>
  conflict('A rejected receipt is stamped again or omitted, not recalculated.', 'state_conflict');
