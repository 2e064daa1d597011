import { location, locationInput } from '@timbre/api';
import { operation } from '../operation';

export const createLocation = operation({
  id: 'createLocation',
  area: 'locations',
  method: 'POST',
  path: '/v1/locations',
  summary: 'Create a location',
  description:
    'The first location becomes the default. receiptSeries is the code unless another is given.',
  permissions: ['locations:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: locationInput,
  response: location,
  call: async ({ services }, { body }, context) =>
    (await services.commerce.createLocation({ fields: body }, context)).body,
});
