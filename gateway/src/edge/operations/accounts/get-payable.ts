import { identifier, payableDetail } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';
import { factsOf, owedFact } from '../subject';

export const getPayable = operation({
  id: 'getPayable',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/payables/{supplierId}',
  summary: 'Get what is owed to a supplier',
  description:
    'By currency, with what is to be paid next. Who is no contact is named by its RFC, all of these together by `unassigned`.',
  permissions: ['payables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ supplierId: identifier }),
  response: payableDetail,
  subject: ({ supplierId, counterpartyRfc, balances }) => ({
    amount: 'unknown',
    parties: [supplierId, counterpartyRfc],
    balances,
    facts: factsOf({ amounts: [owedFact(balances)] }),
  }),
  call: async ({ services }, { params }, context) =>
    (await services.accounts.getPayable(params, context)).body,
});
