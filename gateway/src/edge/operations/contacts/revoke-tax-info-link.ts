import { identifier, linkParam, revokedLink } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const revokeTaxInfoLink = operation({
  id: 'revokeTaxInfoLink',
  area: 'contacts',
  method: 'DELETE',
  path: '/v1/contacts/{contactId}/tax-info-links/{linkId}',
  summary: 'Revoke a link by which a customer fills in its tax data',
  description: 'The page stops working; data that the customer entered are kept.',
  permissions: ['contacts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ contactId: identifier, ...linkParam }),
  response: revokedLink,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.revokeTaxInfoLink(params, context)).body,
});
