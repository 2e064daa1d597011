import { identifier, receivableDetail } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';
import { factsOf, owedFact } from '../subject';

export const getReceivable = operation({
  id: 'getReceivable',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/receivables/{customerId}',
  summary: { en: 'Get what a customer owes', es: 'Consultar lo que debe un cliente' },
  description: {
    en: 'The answer has the open balance by currency, with the next amounts to pay. An RFC names a customer that is not a contact; `unassigned` sums up all such customers.',
    es: 'La respuesta trae el saldo pendiente por moneda, con los próximos importes por pagar. Un RFC nombra a un cliente que no es un contacto; `unassigned` los nombra a todos juntos.',
  },
  permissions: ['receivables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ customerId: identifier }),
  response: receivableDetail,
  subject: ({ customerId, customerName, counterpartyRfc, balances }) => ({
    amount: 'unknown',
    parties: [customerId, counterpartyRfc],
    balances,
    facts: factsOf({ receiver: customerName, amounts: [owedFact(balances)] }),
  }),
  call: async ({ services }, { params }, context) =>
    (await services.accounts.getReceivable(params, context)).body,
});
