import { publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import { messageOf, type DomainEvent } from '@timbre/kit';
import type { Location } from './locations';

/** Creates the event commerce.location.changed with the current state of the location. */
export const locationChanged = (location: commerce.Location): DomainEvent => ({
  subject: 'commerce.location.changed',
  aggregate: 'location',
  aggregateId: location.locationId,
  aggregateVersion: location.version,
  payload: commerce.Location.encode(location).finish(),
});

/** Converts a location to a proto message. */
export function locationMessage(location: Location): commerce.Location {
  const { id: locationId, version, active } = location;
  return { locationId, version, active, fields: messageOf<commerce.LocationFields>(location) };
}

export const publicLocation = publicForm('commerce.location', commerce.Location, {
  type: () => 'location.changed',
  data: ({ fields, ...location }) => ({ ...location, ...fields }),
});
