import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { supersededRules } from '../store/cited-rules';
import { rowList } from '../store/payroll-rows';
import { PayrollRun, runName } from '../store/payroll-runs';

export const listPayrollRows = query(async (read, request: payroll.ListPayrollRowsRequest) => {
  const { runId, page, state, provisional } = request;
  await read.get(PayrollRun, runId, runName);
  const filters: [string, unknown][] = [['r.run_id = $1::uuid', runId]];
  if (state) filters.push(['r.state = $1', state]);
  if (provisional !== undefined) {
    const isCited = `coalesce(r.state = 'stamped' and r.cited_rules = any($1::uuid[]), false)`;
    const condition = provisional ? isCited : `not ${isCited}`;
    filters.push([condition, await supersededRules(read, runId)]);
  }
  return read.page(rowList, page, filters);
});
