import type { commerce } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { archiveRefusal } from '../domain/location';
import { hasStock } from '../store/inventory';
import { locationChanged, locationMessage } from '../store/location-changed';
import { Location, locationResource } from '../store/locations';
import { hasOpenReceipts } from '../store/sales-receipts';

/**
 * Archives a location. The operation is idempotent. An archived location keeps its fields, its code
 * and its receipt series.
 */
export const archiveLocation = command(
  async (tx, { locationId }: commerce.ArchiveLocationRequest) => {
    const location = await tx.lock(Location, locationId, locationResource.name);
    if (location.active) {
      const refused = archiveRefusal(location, {
        hasStock: await hasStock(tx, location.id),
        hasOpenReceipts: await hasOpenReceipts(tx, location.id),
      });
      if (refused) throw conflict(refused.message, refused.reason);
      location.active = false;
      location.updatedAt = tx.now;
      tx.emit(() => locationChanged(locationMessage(location)));
    }
    return replyWith(locationResource, locationId);
  },
);
