import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';

export const omitPayrollRow = operation({
  id: 'omitPayrollRow',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/omit',
  summary: 'Leave a receipt out of its run',
  description: 'The row stays out until includePayrollRow brings it back.',
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: rowParams,
  response: payrollRow,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.omitPayrollRow(params, context)).body,
});
