import { calculationInput, payrollRun, runParams } from '@timbre/api';
import { operation } from '../operation';

export const calculatePayrollRun = operation({
  id: 'calculatePayrollRun',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/runs/{runId}/calculate',
  summary: 'Calculate a payroll run',
  description:
    'Goes on after the answer; progress is on the run. Dates may change while nothing is stamped.',
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: runParams,
  body: calculationInput,
  response: payrollRun,
  call: async ({ services }, { params, body }, context) =>
    (await services.payroll.calculatePayrollRun({ ...params, ...body }, context)).body,
});
