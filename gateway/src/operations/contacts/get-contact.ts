import { contact, identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getContact = operation({
  id: 'getContact',
  area: 'contacts',
  method: 'GET',
  path: '/v1/contacts/{contactId}',
  summary: 'Get a contact',
  permissions: ['contacts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ contactId: identifier }),
  response: contact,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.getContact(params, context)).body,
});
