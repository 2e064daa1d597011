import { withholdingFilters, withholdingSummary } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listWithholdings = operation({
  id: 'listWithholdings',
  area: 'withholdings',
  method: 'GET',
  path: '/v1/withholdings',
  summary: { en: 'List withholding documents', es: 'Listar los CFDI de retenciones' },
  description: {
    en: 'Drafts, issued and received documents.',
    es: 'Borradores y documentos emitidos y recibidos.',
  },
  permissions: ['withholdings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: withholdingFilters,
  response: withholdingSummary,
  isList: true,
  tool: 'search_documents',
  choice: 'withholding',
  call: async (
    { services },
    { query: { status, archived, withholdingCode, year, counterparty, ...page } },
    context,
  ) => {
    const filters = { status, archived, withholdingCode, year, counterparty };
    const request = { page: pageRequest(page), ...filters };
    return (await services.fiscalCfdi.listWithholdings(request, context)).body;
  },
});
