import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deleteContact = operation({
  id: 'deleteContact',
  area: 'contacts',
  method: 'DELETE',
  path: '/v1/contacts/{contactId}',
  summary: 'Delete a contact',
  permissions: ['contacts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ contactId: identifier }),
  response: z.strictObject({ contactId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) =>
    (await services.commerce.deleteContact(params, context)).body,
});
