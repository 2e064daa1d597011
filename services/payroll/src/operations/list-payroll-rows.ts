import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { rowList } from '../store/payroll-rows';
import { PayrollRun, runName } from '../store/payroll-runs';
import { rowsWithOtherAmounts } from '../workflows/provisional-rows';

export const listPayrollRows = query(async (read, request: payroll.ListPayrollRowsRequest) => {
  const { runId, page, state, provisional } = request;
  const run = await read.get(PayrollRun, runId, runName);
  const filters: [string, unknown][] = [['r.run_id = $1::uuid', runId]];
  if (state) filters.push(['r.state = $1', state]);
  if (provisional !== undefined) {
    const ids = await rowsWithOtherAmounts(read, run);
    filters.push([`${provisional ? '' : 'not '}r.id = any($1::uuid[])`, ids]);
  }
  return read.page(rowList, page, filters);
});
