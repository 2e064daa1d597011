import { employeeFilters, employeeSummary } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listEmployees = operation({
  id: 'listEmployees',
  area: 'employees',
  method: 'GET',
  path: '/v1/employees',
  summary: { en: 'List employees', es: 'Listar los empleados' },
  description: {
    en: '`query` finds names, RFCs and numbers.',
    es: '`query` busca en nombres, RFC y números.',
  },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: employeeFilters,
  response: employeeSummary,
  isList: true,
  tool: 'search_employees',
  call: async ({ services }, { query }, context) => {
    const { status, paymentFrequency } = query;
    const request = { page: pageRequest(query), status, paymentFrequency };
    return (await services.payroll.listEmployees(request, context)).body;
  },
});
