import { contact, contactPatch, identifier } from '@timbre/api';
import { z } from 'zod';
import { patchOf } from '../../messages/patch';
import { operation } from '../operation';

export const updateContact = operation({
  id: 'updateContact',
  area: 'contacts',
  method: 'PATCH',
  path: '/v1/contacts/{contactId}',
  summary: { en: 'Update a contact', es: 'Modificar un contacto' },
  description: {
    en: 'Given fields change, null clears a field, absent fields stay.',
    es: 'Los campos dados sustituyen, null borra y los ausentes no cambian.',
  },
  permissions: ['contacts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ contactId: identifier }),
  body: contactPatch,
  response: contact,
  mayWarn: true,
  tool: 'save_contact',
  choice: 'given',
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.updateContact({ ...params, ...patchOf(body) }, context)).body,
});
