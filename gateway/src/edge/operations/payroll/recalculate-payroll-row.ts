import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';

export const recalculatePayrollRow = operation({
  id: 'recalculatePayrollRow',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/recalculate',
  summary: { en: 'Calculate a receipt again', es: 'Calcular de nuevo un recibo de nómina' },
  description: {
    en: 'Uses current data, incidents and rules; lines that a person entered stay.',
    es: 'Usa los datos, las incidencias y las reglas de ahora; los renglones puestos a mano se conservan.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: rowParams,
  response: payrollRow,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.recalculatePayrollRow(params, context)).body,
});
