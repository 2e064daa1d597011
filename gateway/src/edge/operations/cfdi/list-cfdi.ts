import { cfdiFilters, cfdiSummary } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listCfdi = operation({
  id: 'listCfdi',
  area: 'cfdi',
  method: 'GET',
  path: '/v1/cfdi',
  summary: 'List CFDI',
  description:
    'Drafts, issued and received CFDI. `query` finds names, RFCs, series, folios and UUIDs.',
  permissions: ['invoices:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: cfdiFilters,
  response: cfdiSummary,
  isList: true,
  tool: 'search_documents',
  choice: 'cfdi',
  call: async (
    { services },
    { query: { kind, direction, status, archived, counterparty, ...page } },
    context,
  ) => {
    const request = { page: pageRequest(page), kind, direction, status, archived, counterparty };
    return (await services.fiscalCfdi.listCfdi(request, context)).body;
  },
});
