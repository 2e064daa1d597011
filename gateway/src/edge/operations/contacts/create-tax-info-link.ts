import { identifier, pageLinkInput, revocableLink } from '@timbre/api';
import { z } from 'zod';
import { pageLinkOf } from '../../messages/page-link';
import { operation } from '../operation';

export const createTaxInfoLink = operation({
  id: 'createTaxInfoLink',
  area: 'contacts',
  method: 'POST',
  path: '/v1/contacts/{contactId}/tax-info-links',
  summary: { en: 'Ask a customer for its tax data', es: 'Pedir a un cliente sus datos fiscales' },
  description: {
    en: 'The customer fills in its own data on the page of the link, once. Without `expiresOn` the link works for seven days.',
    es: 'El cliente llena sus propios datos en la página del enlace, una sola vez. Sin `expiresOn` el enlace sirve siete días.',
  },
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
