import { identifier, product, productPatch } from '@timbre/api';
import { z } from 'zod';
import { patchOf } from '../../messages/patch';
import { withLists } from '../../messages/lists';
import { operation } from '../operation';

export const updateProduct = operation({
  id: 'updateProduct',
  area: 'products',
  method: 'PATCH',
  path: '/v1/products/{productId}',
  summary: { en: 'Update a product', es: 'Modificar un producto' },
  description: {
    en: 'Given fields change, null clears a field, absent fields stay.',
    es: 'Los campos dados sustituyen, null borra y los ausentes no cambian.',
  },
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ productId: identifier }),
  body: productPatch,
  response: product,
  mayWarn: true,
  tool: 'save_product',
  choice: 'given',
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.updateProduct({ ...params, ...patchOf(withLists(body)) }, context))
      .body,
});
