import { contactWithBalances, identifier } from '@timbre/api';
import { z } from 'zod';
import { jsonOf } from '../../messages/json-of';
import { operation } from '../operation';

import { balancesOf, withBalances } from '../../messages/contact-balances';

export const getContact = operation({
  id: 'getContact',
  area: 'contacts',
  method: 'GET',
  path: '/v1/contacts/{contactId}',
  summary: 'Get a contact',
  description: 'The answer has open balances, if the credential may read them.',
  permissions: ['contacts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ contactId: identifier }),
  response: contactWithBalances,
  subject: ({ rfc }) => ({ amount: 'unknown', parties: [rfc], facts: [] }),
  call: async ({ services }, { params }, context, credential) => {
    const [{ body }, balances] = await Promise.all([
      services.commerce.getContact(params, context),
      balancesOf(services, [params.contactId], context, credential),
    ]);
    if (!balances) return body;
    const data = withBalances(jsonOf<{ contactId: string }>(body), balances);
    return Buffer.from(JSON.stringify({ data }));
  },
});
