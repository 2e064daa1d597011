import { owedFilters, receivable } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listReceivables = operation({
  id: 'listReceivables',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/receivables',
  summary: { en: 'List what customers owe', es: 'Listar lo que deben los clientes' },
  description: {
    en: 'One row for each customer and currency, with buckets by the days past due. Each installment of a plan counts by its own due day.',
    es: 'Un renglón por cliente y moneda, con la antigüedad de lo vencido. Cada parcialidad de un plan cuenta por su propio día de vencimiento.',
  },
  permissions: ['receivables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: owedFilters,
  response: receivable,
  isList: true,
  tool: 'get_receivables',
  call: async ({ services }, { query }, context) =>
    (
      await services.accounts.listReceivables(
        { page: pageRequest(query), sort: query.sort },
        context,
      )
    ).body,
});
