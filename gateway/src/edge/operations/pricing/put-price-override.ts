import { priceOverride, priceOverrideInput } from '@timbre/api';
import { operation } from '../operation';

export const putPriceOverride = operation({
  id: 'putPriceOverride',
  area: 'pricing',
  method: 'PUT',
  path: '/v1/pricing/overrides',
  summary: {
    en: 'Set a price for a customer or a location',
    es: 'Fijar un precio para un cliente o una sucursal',
  },
  description: {
    en: 'Replaces the override of the same product, customer, location, minQuantity and validFrom, or adds one.',
    es: 'Sustituye el precio especial del mismo producto, cliente, sucursal, minQuantity y validFrom, o agrega uno.',
  },
  permissions: ['pricing:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: priceOverrideInput,
  response: priceOverride,
  tool: 'set_price',
  errors: ['not_found'],
  call: async ({ services }, { body }, context) =>
    (await services.commerce.putPriceOverride({ fields: body }, context)).body,
});
