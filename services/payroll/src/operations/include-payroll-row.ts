import type { payroll } from '@timbre/contract';
import { command } from '@timbre/kit';
import { includeRow } from '../domain/states/evaluate-row';
import { applyEvaluation, changeRow, evaluateOne } from '../workflows/change-row';

/** Takes the receipt back in, recalculated first; what keeps its employee out is a conflict. */
export const includePayrollRow = command((tx, { rowId }: payroll.IncludePayrollRowRequest) =>
  changeRow(tx, rowId, async (target) => {
    applyEvaluation(target, await evaluateOne(target), (receipt) =>
      includeRow(target.row, receipt),
    );
  }),
);
