import { archiveLocation } from './archive-location';
import { createLocation } from './create-location';
import { getLocation } from './get-location';
import { listLocations } from './list-locations';
import { updateLocation } from './update-location';

export const locations = [
  archiveLocation,
  createLocation,
  getLocation,
  listLocations,
  updateLocation,
];
