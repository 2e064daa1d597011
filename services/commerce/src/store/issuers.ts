import type { Transaction } from '@timbre/kit';

/** Stores the fields of a fiscal profile that sales need, unless the same or a newer version is stored. */
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
