import type { Transaction } from '@timbre/kit';

/** What a name is of; the same as the dimension of its groups. */
export type NamedKind =
  'counterparty' | 'location' | 'customer' | 'product' | 'category' | 'supplier';

/** The name of a group; what has no key or no name is not kept. */
export type GroupName = [kind: NamedKind, key: string | undefined, name: string | undefined];

/**
 * Keeps the latest names of groups, in one statement: every sale of a branch wants the row of its location.
 * @param names each group once; in an order that all events share, so that none waits in a circle
 * @param told orders the names: the later text wins, in whatever order they arrive
 */
export async function storeNames(tx: Transaction, names: GroupName[], told: string): Promise<void> {
  const kept = names.filter(([, key, name]) => key !== undefined && name !== undefined);
  if (kept.length === 0) return;
  await tx.rows(
    `insert into names as n (org_id, kind, key, name, told)
     select $1, g.kind, g.key, g.name, $5
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality as g (kind, key, name, position)
     order by g.position
     on conflict (org_id, kind, key) do update set name = excluded.name, told = excluded.told
     where n.told < excluded.told`,
    [
      tx.organizationId,
      kept.map(([kind]) => kind),
      kept.map(([, key]) => key),
      kept.map(([, , name]) => name),
      told,
    ],
  );
}
