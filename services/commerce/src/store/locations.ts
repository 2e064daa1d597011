import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { location, Today } from '@timbre/api';
import { fold, localDateIn, postalCode, type CalendarDate } from '@timbre/fiscal';
import {
  instant,
  isIdentifier,
  json,
  pickColumns,
  resource,
  type Answer,
  type List,
  type Reader,
  type RowOf,
  type Transaction,
} from '@timbre/kit';
import type { commerce } from '@timbre/contract';

/** A branch; `version` increases with each change and is part of the events. */
export const Location = defineEntity({
  name: 'Location',
  tableName: 'locations',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    name: p.text(),
    postalCode: p.text(),
    isDefault: p.boolean(),
    active: p.boolean(),
    code: p.text().nullable(),
    address: p.json<commerce.Address>().nullable(),
    phone: p.text().nullable(),
    receiptSeries: p.text().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Location = InferEntity<typeof Location>;

export const locationResource = resource<Answer<typeof location>>('location', 'locations', {
  locationId: 'r.id',
  name: 'r.name',
  postalCode: 'r.postal_code',
  isDefault: 'r.is_default',
  active: 'r.active',
  code: 'r.code',
  address: json('r.address'),
  phone: 'r.phone',
  receiptSeries: 'r.receipt_series',
  updatedAt: instant('r.updated_at'),
});

export const locationList: List = {
  name: 'locations',
  resource: locationResource,
  searchColumn: 'r.search_text',
  instantColumn: 'r.created_at',
};

type Searched = { [Name in 'name' | 'code' | 'postalCode']?: string | null | undefined };

/** Returns the text in which `query` searches for locations. */
export function locationSearchText({ name, code, postalCode }: Searched): string {
  return fold([name, code, postalCode].filter(Boolean).join(' '));
}

/**
 * Returns the time zone of a postal code; without a postal code, the time zone of central Mexico.
 */
export const zoneOf = (code: string | undefined): string =>
  (code === undefined ? undefined : postalCode(code, 'latest')?.ianaZone) ?? 'America/Mexico_City';

/**
 * Returns the current day at the location; for an organization without locations, the day in
 * central Mexico.
 */
export const dayAt = (at: Date, location: { postalCode: string } | undefined): CalendarDate =>
  localDateIn(at.getTime(), zoneOf(location?.postalCode));

/** Returns the current day at the location, with the location's time zone. */
export const todayAt = (at: Date, location: { postalCode: string } | undefined): Today => ({
  today: dayAt(at, location),
  zone: zoneOf(location?.postalCode),
});

/** Returns the time zone of a location; without a location, the time zone of central Mexico. */
export async function zoneOfLocation(tx: Transaction, id: string | null): Promise<string> {
  const rows = await tx.rows<{ code: string }>(
    'select postal_code as code from locations where org_id = $1 and id = $2',
    [tx.organizationId, id],
  );
  return zoneOf(rows[0]?.code);
}

/**
 * Returns the location whose current day determines prices: the requested location or, by default,
 * the default location; undefined in an organization without locations.
 */
export async function placeOfPrices(
  read: Reader,
  id: string | undefined,
): Promise<{ id: string; active: boolean; postalCode: string } | undefined> {
  if (id !== undefined && !isIdentifier(id)) return undefined;
  const [place] = await read.rows<{ id: string; active: boolean; postalCode: string }>(
    `select r.id, r.active, r.postal_code as "postalCode" from locations r
     where r.org_id = :org and (r.id = $2::uuid or ($2::uuid is null and r.is_default))`,
    [id ?? null],
  );
  return place;
}

const usedLocation = pickColumns(Location, ['id', 'active', 'name', 'postalCode', 'receiptSeries']);

/** The fields of a location that a stock movement or a sale needs. */
export type UsedLocation = RowOf<typeof usedLocation>;

/**
 * Locks locations against archiving until the commit, and reads them. The locations are locked in
 * the order of their identifiers. A transaction must lock locations before any stock level.
 */
export const keepLocations = (tx: Transaction, ids: string[]): Promise<UsedLocation[]> =>
  tx.rows(
    `select ${usedLocation} from locations
     where org_id = $1 and id = any($2::uuid[]) order by id for key share`,
    [tx.organizationId, ids.filter(isIdentifier)],
  );

/**
 * Reads locations and locks them against archiving until the commit; if an identifier is undefined,
 * the default location is read and locked too.
 * @returns the named locations that exist, and the default location
 */
export async function keepLocationsAndDefault(
  tx: Transaction,
  named: readonly (string | undefined)[],
): Promise<{ found: ReadonlySet<string>; byDefault: string | undefined }> {
  const ids = named.filter((id) => id !== undefined);
  const rows = await tx.rows<{ id: string; isDefault: boolean }>(
    `select id, is_default as "isDefault" from locations
     where org_id = $1 and (id = any($2::uuid[]) or $3::boolean and is_default)
     order by id for key share`,
    [tx.organizationId, ids, ids.length < named.length],
  );
  return {
    found: new Set(rows.map(({ id }) => id)),
    byDefault: rows.find(({ isDefault }) => isDefault)?.id,
  };
}

/** The key class of the advisory locks for default locations. */
const lockClass = 7_140_200;

/**
 * Locks the default location and the given location in the order of their identifiers, as sales do.
 * A change of the default location also acquires an advisory lock until the commit, because the
 * first location becomes the default location and has no row to lock yet.
 */
export async function lockDefaultAnd(tx: Transaction, id: string): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, tx.organizationId]);
  await tx.rows(
    `select 1 from locations where org_id = $1 and (is_default or id = $2::uuid)
     order by id for update`,
    [tx.organizationId, isIdentifier(id) ? id : null],
  );
}
