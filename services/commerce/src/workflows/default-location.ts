import type { Transaction } from '@timbre/kit';
import { locationChanged, locationMessage } from '../store/location-changed';
import { Location, lockDefaultAnd } from '../store/locations';

/** The default location, locked together with the given one until the commit. */
export async function lockDefault(tx: Transaction, id = ''): Promise<Location | undefined> {
  await lockDefaultAnd(tx, id);
  return tx.findBy(Location, { isDefault: true });
}

/** Removes the mark from the former default, at once: the unique index never sees two defaults. */
export async function clearDefault(tx: Transaction, former: Location): Promise<void> {
  former.isDefault = false;
  former.updatedAt = tx.now;
  await (await tx.entityManager()).flush();
  tx.emit(locationChanged(locationMessage(former)));
}
