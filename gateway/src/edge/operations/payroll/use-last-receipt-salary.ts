import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';

export const useLastReceiptSalary = operation({
  id: 'useLastReceiptSalary',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/use-last-receipt-salary',
  summary: 'Use the salary of the last receipt',
  description:
    'The employee takes the salary of the last stamped receipt; the row is recalculated.',
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: rowParams,
  response: payrollRow,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.useLastReceiptSalary(params, context)).body,
});
