import { identifier, linkParam, revokedLink } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const revokeTaxInfoLink = operation({
  id: 'revokeTaxInfoLink',
  area: 'contacts',
  method: 'DELETE',
  path: '/v1/contacts/{contactId}/tax-info-links/{linkId}',
  summary: {
    en: 'Revoke a link by which a customer fills in its tax data',
    es: 'Revocar un enlace con el que un cliente llena sus datos fiscales',
  },
  description: {
    en: 'The page stops working; data that the customer entered are kept.',
    es: 'La página del enlace deja de existir; los datos que el cliente ya puso se conservan.',
  },
  permissions: ['contacts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ contactId: identifier, ...linkParam }),
  response: revokedLink,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.revokeTaxInfoLink(params, context)).body,
});
