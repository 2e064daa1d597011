import { calendarFilters, collectionEvent } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listCollectionCalendar = operation({
  id: 'listCollectionCalendar',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/collection-calendar',
  summary: { en: 'List the collection calendar', es: 'Listar el calendario de cobranza' },
  description: {
    en: 'Installments of plans and due dates of documents without a plan, earliest first.',
    es: 'Las parcialidades de los planes y los vencimientos de documentos sin plan. Lo más próximo primero.',
  },
  permissions: ['receivables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: calendarFilters,
  response: collectionEvent,
  isList: true,
  tool: 'get_collection_calendar',
  call: async ({ services }, { query }, context) => {
    const { customerId, status, ...page } = query;
    const request = { page: pageRequest(page), customerId, status };
    return (await services.accounts.listCollectionCalendar(request, context)).body;
  },
});
