import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';

export const includePayrollRow = operation({
  id: 'includePayrollRow',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/include',
  summary: { en: 'Take a receipt back into its run', es: 'Devolver un recibo a su corrida' },
  description: {
    en: 'The row is recalculated first.',
    es: 'El recibo se calcula de nuevo primero.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: rowParams,
  response: payrollRow,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.includePayrollRow(params, context)).body,
});
