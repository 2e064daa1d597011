import { identifier } from '@timbre/api';
import { conflict, requestKeyOf, withoutKey } from '@timbre/kit';
import { z } from 'zod';
import { operation } from '../operation';

/**
 * - has_balance: the contact has an open balance or a credit; settle it first
 */
export const deleteContact = operation({
  id: 'deleteContact',
  area: 'contacts',
  method: 'DELETE',
  path: '/v1/contacts/{contactId}',
  summary: { en: 'Delete a contact', es: 'Borrar un contacto' },
  description: {
    en: 'A contact with an open balance or credit cannot be deleted.',
    es: 'Un contacto con saldo pendiente o a favor no se puede borrar.',
  },
  permissions: ['contacts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ contactId: identifier }),
  response: z.strictObject({ contactId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) => {
    const { contactId } = params;
    const asking = withoutKey(context);
    const opening = { subject: contactId, request: requestKeyOf(context) };
    const { fence } = await services.accounts.openFence(opening, asking);
    // The open balances come from the accounts service, which queries fiscal-cfdi for recently
    // stamped documents.
    const { balances, knownRefs } = await services.accounts.readContactBalance(params, asking);
    if (balances.length > 0) {
      const currencies = balances.map(({ currency }) => currency).join(', ');
      const message = `The contact has an open balance or credit in ${currencies}; settle it first.`;
      throw conflict(message, 'has_balance');
    }
    return (await services.commerce.deleteContact({ contactId, fence, knownRefs }, context)).body;
  },
});
