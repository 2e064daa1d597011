import { payrollRun, runParams } from '@timbre/api';
import { operation } from '../operation';
import { fact, factsOf, pesosOf, writtenAll, writtenCounts } from '../subject';

export const getPayrollRun = operation({
  id: 'getPayrollRun',
  area: 'payroll',
  method: 'GET',
  path: '/v1/payroll/runs/{runId}',
  summary: { en: 'Get a payroll run', es: 'Consultar una corrida de nómina' },
  description: {
    en: 'The answer has the totals and the progress.',
    es: 'La respuesta trae los totales y el avance.',
  },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: runParams,
  response: payrollRun,
  subject: ({ kind, state, name, totals, rowCounts }) => ({
    amount: pesosOf({ amount: totals.net, currency: 'MXN' }),
    parties: [],
    facts: factsOf({
      document: [kind, state],
      name,
      amounts: [fact('totals', writtenAll(totals)), fact('receipts', writtenCounts(rowCounts))],
    }),
  }),
  tool: 'get_payroll_run',
  call: async ({ services }, { params }, context) =>
    (await services.payroll.getPayrollRun(params, context)).body,
});
