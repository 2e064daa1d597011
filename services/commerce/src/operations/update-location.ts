import type { commerce } from '@timbre/contract';
import { applyPatch, command, conflict, replyWith } from '@timbre/kit';
import { defaultRefusal } from '../domain/location';
import { locationChanged, locationMessage } from '../store/location-changed';
import { Location, locationResource, locationSearchText } from '../store/locations';
import { clearDefault, lockDefault } from '../workflows/default-location';

/**
 * Changes a location. A new postal code applies only to later sales, because existing documents
 * contain their own copy of the old postal code.
 */
export const updateLocation = command(async (tx, request: commerce.UpdateLocationRequest) => {
  const fields = request.fields ?? {};
  const former = fields.isDefault ? await lockDefault(tx, request.locationId) : undefined;
  const location = await tx.lock(Location, request.locationId, locationResource.name);
  const refused = defaultRefusal(location, fields.isDefault);
  if (refused) throw conflict(refused.message, refused.reason);
  if (former && former.id !== location.id) await clearDefault(tx, former);
  applyPatch(location, fields, request.cleared);
  location.receiptSeries ??= location.code ?? null;
  location.searchText = locationSearchText(location);
  location.updatedAt = tx.now;
  tx.emit(() => locationChanged(locationMessage(location)));
  return replyWith(locationResource, location.id);
});
