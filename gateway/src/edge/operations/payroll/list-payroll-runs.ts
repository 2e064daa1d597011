import { payrollRunSummary, runFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listPayrollRuns = operation({
  id: 'listPayrollRuns',
  area: 'payroll',
  method: 'GET',
  path: '/v1/payroll/runs',
  summary: { en: 'List payroll runs', es: 'Listar las corridas de nómina' },
  description: {
    en: 'dateFrom and dateTo limit the day of payment.',
    es: 'dateFrom y dateTo limitan el día de pago.',
  },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: runFilters,
  response: payrollRunSummary,
  isList: true,
  tool: 'search_payroll_runs',
  call: async ({ services }, { query }, context) => {
    const { state, paymentFrequency } = query;
    const request = { page: pageRequest(query), state, paymentFrequency };
    return (await services.payroll.listPayrollRuns(request, context)).body;
  },
});
