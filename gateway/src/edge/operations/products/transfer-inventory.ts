import { transfer, transferInput } from '@timbre/api';
import { operation } from '../operation';

export const transferInventory = operation({
  id: 'transferInventory',
  area: 'products',
  method: 'POST',
  path: '/v1/inventory/transfers',
  summary: 'Transfer stock between locations',
  description: 'Goods keep their average cost.',
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: transferInput,
  response: transfer,
  errors: ['not_found'],
  call: async ({ services }, { body }, context) =>
    (await services.commerce.transferInventory(body, context)).body,
});
