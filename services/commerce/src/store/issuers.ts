import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';

/** The fields of a fiscal profile that sales need. */
export const Issuer = defineEntity({
  name: 'Issuer',
  tableName: 'issuers',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer(),
    iepsTaxpayer: p.boolean(),
  },
});

/**
 * Stores the fields of a fiscal profile that sales need, except if the same or a newer version is
 * already stored.
 */
export async function storeIssuer(
  tx: Transaction,
  { version, iepsTaxpayer = false }: { version: number; iepsTaxpayer?: boolean | undefined },
): Promise<void> {
  await tx.rows(
    `insert into issuers (org_id, version, ieps_taxpayer) values ($1, $2, $3)
     on conflict (org_id) do update set version = excluded.version,
       ieps_taxpayer = excluded.ieps_taxpayer
     where issuers.version < excluded.version`,
    [tx.organizationId, version, iepsTaxpayer],
  );
}
