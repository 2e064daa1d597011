import { payrollRule, rulesFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listPayrollRules = operation({
  id: 'listPayrollRules',
  area: 'payroll',
  method: 'GET',
  path: '/v1/payroll/rules',
  summary: { en: 'List the payroll rules in force', es: 'Listar las reglas de nómina vigentes' },
  description: {
    en: 'Every dated legal figure that a payroll uses, with its legal basis.',
    es: 'Cada cifra legal con fecha que usa una nómina, con su fundamento.',
  },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: rulesFilters,
  response: payrollRule,
  isList: true,
  tool: 'explain_payroll',
  call: async ({ services }, { query }, context) =>
    (await services.payroll.listPayrollRules({ page: pageRequest(query), on: query.on }, context))
      .body,
});
