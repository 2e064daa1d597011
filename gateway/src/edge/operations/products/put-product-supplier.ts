import { identifier, productSupplier, productSupplierInput } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const putProductSupplier = operation({
  id: 'putProductSupplier',
  area: 'products',
  method: 'PUT',
  path: '/v1/products/{productId}/suppliers/{contactId}',
  summary: { en: 'Set a supplier of a product', es: 'Fijar un proveedor de un producto' },
  description: {
    en: 'Replaces all fields. A product has at most one preferred supplier: a new one replaces it.',
    es: 'Sustituye todos los campos. Un producto tiene a lo más un proveedor preferido: uno nuevo sustituye al anterior.',
  },
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ productId: identifier, contactId: identifier }),
  body: productSupplierInput,
  response: productSupplier,
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.putProductSupplier({ ...params, ...body }, context)).body,
});
