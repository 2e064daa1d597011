import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { locationChanged } from '../store/location-changed';
import { Location, locationResource, locationSearchText } from '../store/locations';
import { clearDefault, lockDefault } from '../workflows/default-location';

/**
 * Creates a location. The first location becomes the default location. The location's code is the
 * default series of its receipts.
 */
export const createLocation = command(async (tx, request: commerce.CreateLocationRequest) => {
  const former = await lockDefault(tx);
  const given = request.fields ?? {};
  const isDefault = given.isDefault === true || !former;
  const fields = { ...given, isDefault, receiptSeries: given.receiptSeries ?? given.code };
  if (isDefault && former) await clearDefault(tx, former);
  const id = tx.add(Location, {
    ...fields,
    active: true,
    version: 1,
    searchText: locationSearchText(fields),
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  tx.emit(locationChanged({ locationId: id, version: 1, active: true, fields }));
  return replyWith(locationResource, id);
});
