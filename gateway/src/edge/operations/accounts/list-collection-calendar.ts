import { calendarFilters, collectionEvent } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listCollectionCalendar = operation({
  id: 'listCollectionCalendar',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/collection-calendar',
  summary: 'List the collection calendar',
  description:
    'Installments of plans, and due dates of documents without a plan. The earliest first.',
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
