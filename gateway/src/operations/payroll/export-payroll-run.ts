import { exportFilters, runParams } from '../../schemas/payroll';
import { operation } from '../operation';

export const exportPayrollRun = operation({
  id: 'exportPayrollRun',
  area: 'payroll',
  method: 'GET',
  path: '/v1/payroll/runs/{runId}/export',
  summary: 'Export a payroll run',
  description: 'The body is the file.',
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  rateClass: 'export',
  params: runParams,
  query: exportFilters,
  fileTypes: ['text/csv'],
  call: ({ services }, { params, query }, context) =>
    services.payroll.exportPayrollRun({ ...params, ...query }, context),
});
