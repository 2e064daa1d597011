import type { Transaction } from '@timbre/kit';
import { locationChanged, locationMessage } from '../store/location-changed';
import { Location, lockDefaultAnd } from '../store/locations';

/** Reads the default location and locks it together with the given location until the commit. */
export async function lockDefault(tx: Transaction, id = ''): Promise<Location | undefined> {
  await lockDefaultAnd(tx, id);
  return tx.findBy(Location, { isDefault: true });
}

/**
 * Unmarks the former default location in a separate statement before a new default location is
 * stored, because the unique index allows only one default.
 */
export async function clearDefault(tx: Transaction, former: Location): Promise<void> {
  former.isDefault = false;
  former.updatedAt = tx.now;
  await (await tx.entityManager()).flush();
  tx.emit(locationChanged(locationMessage(former)));
}
