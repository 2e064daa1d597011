import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const removeProductSupplier = operation({
  id: 'removeProductSupplier',
  area: 'products',
  method: 'DELETE',
  path: '/v1/products/{productId}/suppliers/{contactId}',
  summary: { en: 'Remove a supplier of a product', es: 'Quitar un proveedor de un producto' },
  description: {
    en: 'The supplier stays among the contacts.',
    es: 'El proveedor permanece entre los contactos.',
  },
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ productId: identifier, contactId: identifier }),
  response: z.strictObject({ contactId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) =>
    (await services.commerce.removeProductSupplier(params, context)).body,
});
