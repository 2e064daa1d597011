import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { locationChanged, locationMessage } from '../store/location-changed';
import { Location, locationResource } from '../store/locations';

/**
 * Makes a location active again. The operation is idempotent. No rule is checked, because the
 * archived location kept its code and its receipt series.
 */
export const unarchiveLocation = command(
  async (tx, { locationId }: commerce.UnarchiveLocationRequest) => {
    const location = await tx.lock(Location, locationId, locationResource.name);
    if (!location.active) {
      location.active = true;
      location.updatedAt = tx.now;
      tx.emit(() => locationChanged(locationMessage(location)));
    }
    return replyWith(locationResource, locationId);
  },
);
