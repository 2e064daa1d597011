import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { rowList } from '../store/payroll-rows';
import { PayrollRun, runName } from '../store/payroll-runs';

export const listPayrollRows = query(async (read, request: payroll.ListPayrollRowsRequest) => {
  const { runId, page, state } = request;
  await read.get(PayrollRun, runId, runName);
  const filters: [string, unknown][] = [['r.run_id = $1::uuid', runId]];
  if (state) filters.push(['r.state = $1', state]);
  return read.page(rowList, page, filters);
});
