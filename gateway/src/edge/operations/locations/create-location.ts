import { location, locationInput } from '@timbre/api';
import { operation } from '../operation';

export const createLocation = operation({
  id: 'createLocation',
  area: 'locations',
  method: 'POST',
  path: '/v1/locations',
  summary: { en: 'Create a location', es: 'Crear una sucursal' },
  description: {
    en: 'The first location becomes the default. receiptSeries defaults to the location’s code.',
    es: 'La primera sucursal es la predeterminada. receiptSeries es el código, salvo que se dé otra.',
  },
  permissions: ['locations:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: locationInput,
  response: location,
  call: async ({ services }, { body }, context) =>
    (await services.commerce.createLocation({ fields: body }, context)).body,
});
