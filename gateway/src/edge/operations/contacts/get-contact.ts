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
  summary: { en: 'Get a contact', es: 'Consultar un contacto' },
  description: {
    en: 'The answer has open balances, if the credential may read them.',
    es: 'La respuesta trae los saldos pendientes, si la credencial puede consultarlos.',
  },
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
