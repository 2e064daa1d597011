import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Today } from '@timbre/api';
import { localDateIn, type CalendarDate } from '@timbre/fiscal';
import { usualZone, type Reader, type Transaction } from '@timbre/kit';

/** The time zone of an organization, taken from its fiscal profile. */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    /** The version of the fiscal profile that stated this time zone. */
    version: p.integer(),
    zone: p.text(),
    /**
     * The day up to which due installments were announced; only earlier versions of the service
     * read this column.
     */
    announcedOn: p.date().nullable(),
  },
});

/**
 * SQL that selects the time zone of an organization; the caller appends the organization's identifier.
 */
export const zoneSql = 'select zone from organizations where org_id =';

/**
 * Returns the organization's calendar day at an instant, in the time zone of its fiscal profile's
 * postal code.
 */
export const dayIn = (now: Date, zone: string | null | undefined): CalendarDate =>
  localDateIn(now.getTime(), zone ?? usualZone);

/** Returns the organization's calendar day at an instant, together with its time zone. */
export const todayIn = (now: Date, zone: string | null | undefined): Today => ({
  today: dayIn(now, zone),
  zone: zone ?? usualZone,
});

/** Returns the organization's current day, for code inside a transaction. */
export async function todayOf(tx: Transaction): Promise<CalendarDate> {
  const [row] = await tx.rows<{ zone: string }>(`${zoneSql} $1`, [tx.organizationId]);
  return dayIn(tx.businessNow, row?.zone);
}

/** Returns the organization's current day, for code without a transaction. */
export async function todayFor(read: Reader): Promise<CalendarDate> {
  const [row] = await read.rows<{ zone: string }>(`${zoneSql} :org`);
  return dayIn(read.businessNow, row?.zone);
}

/** Stores the time zone of a fiscal profile, except if the stored version is the same or newer. */
export async function storeZone(tx: Transaction, version: number, zone: string): Promise<void> {
  await tx.rows(
    `insert into organizations (org_id, version, zone) values ($1, $2, $3)
     on conflict (org_id) do update set version = excluded.version, zone = excluded.zone
     where organizations.version < excluded.version`,
    [tx.organizationId, version, zone],
  );
}
