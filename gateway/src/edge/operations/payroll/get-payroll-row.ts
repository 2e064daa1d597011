import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';
import { fact, factsOf, pesosOf, writtenAll } from '../subject';

export const getPayrollRow = operation({
  id: 'getPayrollRow',
  area: 'payroll',
  method: 'GET',
  path: '/v1/payroll/rows/{rowId}',
  summary: { en: 'Get a receipt', es: 'Consultar un recibo de nómina' },
  description: {
    en: 'The answer has the receipt’s lines and explains each amount.',
    es: 'La respuesta trae los renglones y explica cada importe.',
  },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: rowParams,
  response: payrollRow,
  subject: ({ state, employeeId, employeeName, employeeTaxId, totals, uuid }) => ({
    amount: totals ? pesosOf({ amount: totals.net, currency: 'MXN' }) : 'unknown',
    parties: [employeeId, employeeTaxId],
    facts: factsOf({
      document: [state],
      receiver: employeeName,
      rfc: employeeTaxId,
      amounts: totals ? [fact('totals', writtenAll(totals))] : [],
      uuid,
    }),
  }),
  tool: 'get_payroll_row',
  call: async ({ services }, { params }, context) =>
    (await services.payroll.getPayrollRow(params, context)).body,
});
