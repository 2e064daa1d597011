import { product, productInput } from '@timbre/api';
import { withLists } from '../../messages/lists';
import { operation } from '../operation';

export const createProduct = operation({
  id: 'createProduct',
  area: 'products',
  method: 'POST',
  path: '/v1/products',
  summary: 'Create a product',
  description: 'An invoice also needs the SAT codes of product and unit.',
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: productInput,
  response: product,
  mayWarn: true,
  tool: 'save_product',
  choice: 'absent',
  call: async ({ services }, { body }, context) =>
    (await services.commerce.createProduct({ fields: withLists(body) }, context)).body,
});
