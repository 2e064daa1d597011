import type { Transaction } from '@timbre/kit';

/** What a name is of; the same as the dimension of its groups. */
export type NamedKind =
  'counterparty' | 'location' | 'customer' | 'product' | 'category' | 'supplier';

/**
 * Keeps the latest name of a group.
 * @param told orders the names: the later text wins, in whatever order they arrive
 */
export async function storeName(
  tx: Transaction,
  kind: NamedKind,
  { key, name }: { key: string; name: string },
  told: string,
): Promise<void> {
  await tx.rows(
    `insert into names as n (org_id, kind, key, name, told) values ($1, $2, $3, $4, $5)
     on conflict (org_id, kind, key) do update set name = excluded.name, told = excluded.told
     where n.told < excluded.told`,
    [tx.organizationId, kind, key, name, told],
  );
}
