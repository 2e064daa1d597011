import { identifier, product } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const archiveProduct = operation({
  id: 'archiveProduct',
  area: 'products',
  method: 'POST',
  path: '/v1/products/{productId}/archive',
  summary: { en: 'Archive a product', es: 'Archivar un producto' },
  description: {
    en: 'The product can no longer be sold and stays on its documents. unarchiveProduct undoes it.',
    es: 'El producto ya no se puede vender y permanece en sus documentos. unarchiveProduct lo deshace.',
  },
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ productId: identifier }),
  response: product,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.archiveProduct(params, context)).body,
});
