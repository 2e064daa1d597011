import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { runList } from '../store/payroll-runs';

export const listPayrollRuns = query((read, request: payroll.ListPayrollRunsRequest) => {
  const { page, state, paymentFrequency } = request;
  const filters: [string, unknown][] = [];
  if (state) filters.push(['r.state = $1', state]);
  if (paymentFrequency) filters.push(['r.payment_frequency = $1', paymentFrequency]);
  return read.page(runList, page, filters);
});
