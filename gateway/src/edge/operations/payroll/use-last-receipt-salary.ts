import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';

export const useLastReceiptSalary = operation({
  id: 'useLastReceiptSalary',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/use-last-receipt-salary',
  summary: { en: 'Use the salary of the last receipt', es: 'Usar el salario del último recibo' },
  description: {
    en: 'The employee gets the salary of the last stamped receipt; the row is recalculated.',
    es: 'El empleado toma el salario del último recibo timbrado; el recibo se calcula de nuevo.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: rowParams,
  response: payrollRow,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.useLastReceiptSalary(params, context)).body,
});
