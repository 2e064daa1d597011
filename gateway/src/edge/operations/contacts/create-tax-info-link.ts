import { identifier, pageLinkInput, revocableLink } from '@timbre/api';
import { z } from 'zod';
import { pageLinkOf } from '../../messages/page-link';
import { operation } from '../operation';

export const createTaxInfoLink = operation({
  id: 'createTaxInfoLink',
  area: 'contacts',
  method: 'POST',
  path: '/v1/contacts/{contactId}/tax-info-links',
  summary: 'Ask a customer for its tax data',
  description:
    'The customer fills in its own data on the page of the link, once. Without `expiresOn` the link works for seven days.',
  permissions: ['contacts:manage'],
  environments: 'both',
  isIdempotent: true,
  changesPower: true,
  success: 201,
  params: z.strictObject({ contactId: identifier }),
  body: pageLinkInput,
  response: revocableLink,
  tool: 'request_tax_info',
  call: async ({ services, pages }, { params, body }, context) => {
    const { body: reply } = await services.commerce.createTaxInfoLink(
      { ...params, expiresOn: body.expiresOn },
      context,
    );
    return pageLinkOf(reply, pages);
  },
});
