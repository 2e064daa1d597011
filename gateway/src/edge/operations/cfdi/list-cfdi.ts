import { cfdiFilters, cfdiSummary } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listCfdi = operation({
  id: 'listCfdi',
  area: 'cfdi',
  method: 'GET',
  path: '/v1/cfdi',
  summary: { en: 'List CFDI', es: 'Listar CFDI' },
  description: {
    en: 'Drafts, issued and received CFDI. `query` finds names, RFCs, series, folios and UUIDs.',
    es: 'Borradores y CFDI emitidos y recibidos. `query` busca en nombres, RFC, series, folios y UUID.',
  },
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
