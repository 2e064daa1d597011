import { identifier, receivableDetail } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';
import { factsOf, owedFact } from '../subject';

export const getReceivable = operation({
  id: 'getReceivable',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/receivables/{customerId}',
  summary: 'Get what a customer owes',
  description:
    'The answer has the open balance by currency, with the next amounts to pay. An RFC names a customer that is not a contact; `unassigned` names all of these together.',
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
