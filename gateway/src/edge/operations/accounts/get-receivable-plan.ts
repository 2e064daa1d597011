import { identifier, receivablePlan } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getReceivablePlan = operation({
  id: 'getReceivablePlan',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/receivable-plans/{planId}',
  summary: 'Get a payment plan',
  description:
    'Replaced and cleared plans are kept, with the amounts that were covered at that time.',
  permissions: ['receivables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ planId: identifier }),
  response: receivablePlan,
  call: async ({ services }, { params }, context) =>
    (await services.accounts.getReceivablePlan(params, context)).body,
});
