import type { commerce } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { archiveRefusal } from '../domain/location';
import { locationChanged, locationMessage } from '../store/location-changed';
import { Location, locationResource } from '../store/locations';

/** Idempotent. The archived location keeps its fields, its code and its receipt series. */
export const archiveLocation = command(
  async (tx, { locationId }: commerce.ArchiveLocationRequest) => {
    const location = await tx.lock(Location, locationId, locationResource.name);
    const refused = archiveRefusal(location);
    if (refused) throw conflict(refused.message, refused.reason);
    if (location.active) {
      location.active = false;
      location.updatedAt = tx.now;
      tx.emit(() => locationChanged(locationMessage(location)));
    }
    return replyWith(locationResource, locationId);
  },
);
