import { archiveLocation } from './archive-location';
import { createLocation } from './create-location';
import { getLocation } from './get-location';
import { listLocations } from './list-locations';
import { unarchiveLocation } from './unarchive-location';
import { updateLocation } from './update-location';

export const locations = [
  archiveLocation,
  createLocation,
  getLocation,
  listLocations,
  unarchiveLocation,
  updateLocation,
];
