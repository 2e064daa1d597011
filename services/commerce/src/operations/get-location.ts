import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { locationResource } from '../store/locations';

export const getLocation = query((read, request: commerce.GetLocationRequest) =>
  read.resource(locationResource, request.locationId),
);
