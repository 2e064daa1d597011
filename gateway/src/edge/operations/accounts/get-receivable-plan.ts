import { identifier, receivablePlan } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getReceivablePlan = operation({
  id: 'getReceivablePlan',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/receivable-plans/{planId}',
  summary: { en: 'Get a payment plan', es: 'Consultar un plan de pagos' },
  description: {
    en: 'Replaced and cleared plans are kept, with the amounts that were covered at that time.',
    es: 'Los planes sustituidos y los retirados se conservan, con lo que estaba cubierto en ese momento.',
  },
  permissions: ['receivables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ planId: identifier }),
  response: receivablePlan,
  call: async ({ services }, { params }, context) =>
    (await services.accounts.getReceivablePlan(params, context)).body,
});
