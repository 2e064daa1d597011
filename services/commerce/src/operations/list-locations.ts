import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { locationList } from '../store/locations';

export const listLocations = query((read, { active, page }: commerce.ListLocationsRequest) =>
  read.page(locationList, page, active === undefined ? [] : [['r.active = $1', active]]),
);
