import { identifier, linkFilters, listedLink } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listTaxInfoLinks = operation({
  id: 'listTaxInfoLinks',
  area: 'contacts',
  method: 'GET',
  path: '/v1/contacts/{contactId}/tax-info-links',
  summary: {
    en: 'List the links by which a customer fills in its tax data',
    es: 'Listar los enlaces con los que un cliente llena sus datos fiscales',
  },
  description: {
    en: 'The address of a link is a secret and is not shown again.',
    es: 'La dirección de un enlace es secreta y no se muestra de nuevo.',
  },
  permissions: ['contacts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ contactId: identifier }),
  query: linkFilters,
  response: listedLink,
  isList: true,
  call: async ({ services }, { params, query }, context) =>
    (await services.commerce.listTaxInfoLinks({ ...params, page: pageRequest(query) }, context))
      .body,
});
