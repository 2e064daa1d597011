import { payrollRowSummary, rowFilters, runParams } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listPayrollRows = operation({
  id: 'listPayrollRows',
  area: 'payroll',
  method: 'GET',
  path: '/v1/payroll/runs/{runId}/rows',
  summary: { en: 'List the receipts of a run', es: 'Listar los recibos de una corrida' },
  description: { en: 'getPayrollRow shows the lines.', es: 'getPayrollRow muestra los renglones.' },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: runParams,
  query: rowFilters,
  response: payrollRowSummary,
  isList: true,
  tool: 'search_payroll_rows',
  call: async ({ services }, { params, query }, context) => {
    const { state, provisional } = query;
    const request = { ...params, page: pageRequest(query), state, provisional };
    return (await services.payroll.listPayrollRows(request, context)).body;
  },
});
