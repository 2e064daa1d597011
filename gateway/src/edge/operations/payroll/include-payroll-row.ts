import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';

export const includePayrollRow = operation({
  id: 'includePayrollRow',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/include',
  summary: 'Take a receipt back into its run',
  description: 'The row is recalculated first.',
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: rowParams,
  response: payrollRow,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.includePayrollRow(params, context)).body,
});
