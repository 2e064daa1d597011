import { adjustmentInput, identifier, movement } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const adjustInventory = operation({
  id: 'adjustInventory',
  area: 'products',
  method: 'POST',
  path: '/v1/products/{productId}/inventory-movements',
  summary: { en: 'Adjust the stock of a product', es: 'Ajustar las existencias de un producto' },
  description: {
    en: 'Adjusts by a difference, or to the counted quantity. Goods received at a unitCost change the average cost.',
    es: 'Ajusta por una diferencia, o a la cantidad contada. Lo recibido con unitCost cambia el costo promedio.',
  },
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: z.strictObject({ productId: identifier }),
  body: adjustmentInput,
  response: movement,
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.adjustInventory({ ...params, ...body }, context)).body,
});
