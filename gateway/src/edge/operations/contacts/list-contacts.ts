import { contactWithBalances, flag, pageOf } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';
import { balancesOf, withBalances } from '../../messages/contact-balances';

interface Page {
  data: { contactId: string }[];
  pagination: unknown;
}

export const listContacts = operation({
  id: 'listContacts',
  area: 'contacts',
  method: 'GET',
  path: '/v1/contacts',
  summary: { en: 'List contacts', es: 'Listar los contactos' },
  description: {
    en: '`query` finds names, RFCs, codes and e-mail addresses.',
    es: '`query` busca en nombres, RFC, códigos y correos.',
  },
  permissions: ['contacts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({
    kind: z.enum(['customer', 'supplier']).optional(),
    balances: flag
      .optional()
      .meta({ description: 'Whether each contact comes with its open balances.' }),
  }),
  response: contactWithBalances,
  isList: true,
  tool: 'search_contacts',
  call: async (
    { services },
    { query: { kind, balances: isWithBalances, ...page } },
    context,
    credential,
  ) => {
    const { body } = await services.commerce.listContacts(
      { page: pageRequest(page), kind },
      context,
    );
    if (!isWithBalances) return body;
    const { data, pagination } = JSON.parse(Buffer.from(body).toString()) as Page;
    const ids = data.map(({ contactId }) => contactId);
    const balances = await balancesOf(services, ids, context, credential);
    return Buffer.from(
      JSON.stringify({ data: data.map((contact) => withBalances(contact, balances)), pagination }),
    );
  },
});
