import { transfer, transferInput } from '@timbre/api';
import { operation } from '../operation';

export const transferInventory = operation({
  id: 'transferInventory',
  area: 'products',
  method: 'POST',
  path: '/v1/inventory/transfers',
  summary: { en: 'Transfer stock between locations', es: 'Traspasar existencias entre sucursales' },
  description: {
    en: 'Goods keep their average cost.',
    es: 'La mercancía conserva su costo promedio.',
  },
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
