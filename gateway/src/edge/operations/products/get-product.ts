import { identifier, product } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getProduct = operation({
  id: 'getProduct',
  area: 'products',
  method: 'GET',
  path: '/v1/products/{productId}',
  summary: { en: 'Get a product', es: 'Consultar un producto' },
  description: {
    en: 'The answer has SAT codes, taxes and stock.',
    es: 'La respuesta trae claves del SAT, impuestos y existencias.',
  },
  permissions: ['products:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ productId: identifier }),
  response: product,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.getProduct(params, context)).body,
});
