import { contact, pageOf } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listContacts = operation({
  id: 'listContacts',
  area: 'contacts',
  method: 'GET',
  path: '/v1/contacts',
  summary: 'List contacts',
  permissions: ['contacts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({ kind: z.enum(['customer', 'supplier']).optional() }),
  response: contact,
  isList: true,
  tool: 'search_contacts',
  call: async ({ services }, { query }, context) =>
    (await services.commerce.listContacts({ page: pageRequest(query), kind: query.kind }, context))
      .body,
});
