import type { payroll } from '@timbre/contract';
import { command } from '@timbre/kit';
import { includeRow } from '../domain/states/evaluate-row';
import { applyEvaluation, changeRow, evaluateOne } from '../workflows/change-row';

/**
 * Recalculates an omitted receipt and includes it in the run again. The request is refused as a conflict
 * if the employee cannot be part of the run.
 */
export const includePayrollRow = command((tx, { rowId }: payroll.IncludePayrollRowRequest) =>
  changeRow(tx, rowId, async (target) => {
    applyEvaluation(target, await evaluateOne(target), (receipt) =>
      includeRow(target.row, receipt),
    );
  }),
);
