import { owedFilters, payable } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listPayables = operation({
  id: 'listPayables',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/payables',
  summary: { en: 'List what is owed to suppliers', es: 'Listar lo que se debe a los proveedores' },
  description: {
    en: 'One row for each supplier and currency, with buckets by the days past due.',
    es: 'Un renglón por proveedor y moneda, con la antigüedad de lo vencido.',
  },
  permissions: ['payables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: owedFilters,
  response: payable,
  isList: true,
  tool: 'get_payables',
  call: async ({ services }, { query }, context) =>
    (await services.accounts.listPayables({ page: pageRequest(query), sort: query.sort }, context))
      .body,
});
