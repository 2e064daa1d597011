import { contact, contactInput } from '@timbre/api';
import { operation } from '../operation';

export const createContact = operation({
  id: 'createContact',
  area: 'contacts',
  method: 'POST',
  path: '/v1/contacts',
  summary: { en: 'Create a contact', es: 'Crear un contacto' },
  description: {
    en: 'Only the name is required; an invoice also needs RFC, regime and postal code.',
    es: 'Solo el nombre es obligatorio; para facturar hacen falta también RFC, régimen y código postal.',
  },
  permissions: ['contacts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: contactInput,
  response: contact,
  mayWarn: true,
  tool: 'save_contact',
  choice: 'absent',
  call: async ({ services }, { body: { kind, ...fields } }, context) =>
    (await services.commerce.createContact({ kind, fields }, context)).body,
});
