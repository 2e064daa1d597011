import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';

export const omitPayrollRow = operation({
  id: 'omitPayrollRow',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/omit',
  summary: { en: 'Leave a receipt out of its run', es: 'Dejar un recibo fuera de su corrida' },
  description: {
    en: 'The run omits the row until includePayrollRow is called.',
    es: 'La corrida omite el recibo hasta llamar a includePayrollRow.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: rowParams,
  response: payrollRow,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.omitPayrollRow(params, context)).body,
});
