import { product, productInput } from '@timbre/api';
import { withLists } from '../../messages/lists';
import { operation } from '../operation';

export const createProduct = operation({
  id: 'createProduct',
  area: 'products',
  method: 'POST',
  path: '/v1/products',
  summary: { en: 'Create a product', es: 'Crear un producto' },
  description: {
    en: 'An invoice also needs the SAT codes of product and unit.',
    es: 'Para facturarlo hacen falta también las claves del SAT de producto y unidad.',
  },
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
