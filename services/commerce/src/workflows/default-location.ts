import { isIdentifier, type Transaction } from '@timbre/kit';
import { locationChanged, locationMessage } from '../store/location-changed';
import { Location } from '../store/locations';

/** Class of the advisory lock of an organization's default location. */
const lockClass = 7_140_200;

/**
 * The default location, locked together with the given one in the order of their identifiers, in
 * which sales lock them too. Changes of the default wait for each other until the commit: "the first
 * becomes the default" depends on a row that does not exist yet and cannot be locked.
 */
export async function lockDefault(tx: Transaction, id = ''): Promise<Location | undefined> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, tx.organizationId]);
  await tx.rows(
    `select 1 from locations where org_id = $1 and (is_default or id = $2::uuid)
     order by id for update`,
    [tx.organizationId, isIdentifier(id) ? id : null],
  );
  return tx.findBy(Location, { isDefault: true });
}

/** Removes the mark from the former default, at once: the unique index never sees two defaults. */
export async function clearDefault(tx: Transaction, former: Location): Promise<void> {
  former.isDefault = false;
  former.updatedAt = tx.now;
  await (await tx.entityManager()).flush();
  tx.emit(locationChanged(locationMessage(former)));
}
