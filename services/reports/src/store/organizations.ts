import { defineEntity, p } from '@mikro-orm/core';
import type { Transaction } from '@timbre/kit';

/**
 * The RFC of the organization that its reports state, and the time of the last comparison of its
 * sums.
 */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    profileVersion: p.integer(),
    rfc: p.text().nullable(),
    checkedAt: p.datetime().nullable(),
  },
});

/**
 * SQL that selects organizations whose sums were not compared in the 24 hours before `$1`, starting
 * with the organizations that have waited longest.
 */
export const organizationsToCompare = `select org_id, org_id as id from organizations
  where coalesce(checked_at, '-infinity') < $1::timestamptz - interval '24 hours'
  order by coalesce(checked_at, '-infinity'), org_id`;

export async function markCompared(tx: Transaction): Promise<void> {
  await tx.rows('update organizations set checked_at = $2 where org_id = $1', [
    tx.organizationId,
    tx.now,
  ]);
}

/** Stores the organization's RFC, except if the stored version is the same or newer. */
export async function storeTaxpayer(
  tx: Transaction,
  { version, rfc }: { version: number; rfc: string },
): Promise<void> {
  await tx.rows(
    `insert into organizations (org_id, profile_version, rfc) values ($1, $2, $3)
     on conflict (org_id) do update set profile_version = excluded.profile_version,
       rfc = excluded.rfc
     where organizations.profile_version < excluded.profile_version`,
    [tx.organizationId, version, rfc],
  );
}
