import { defineEntity, p } from '@mikro-orm/core';
import type { Transaction } from '@timbre/kit';

/** The latest name of a group in a report. */
export const GroupNameRecord = defineEntity({
  name: 'GroupNameRecord',
  tableName: 'names',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    kind: p.text().$type<NamedKind>().primary(),
    key: p.text().primary(),
    name: p.text(),
    /**
     * The text by which the names of a group are ordered: a name with a later text replaces the
     * stored name.
     */
    announced: p.text().name('told'),
  },
});

/** The kind of a named group, which is the dimension by which the report is grouped. */
type NamedKind = 'counterparty' | 'location' | 'customer' | 'product' | 'category' | 'supplier';

/** The name of a group; a name without a key or without text is not stored. */
export type GroupName = [kind: NamedKind, key: string | undefined, name: string | undefined];

/** The names that a document states for groups. */
export interface AnnouncedNames {
  names: readonly GroupName[];
  /**
   * The text by which names are ordered: the name with the later text is stored, regardless of the
   * order of arrival.
   */
  announced: string;
}

/**
 * Stores the latest names of groups in one statement, sorted by key. All processes must write names in
 * the same order. Every sale of a branch updates the row of its location, so a different order
 * could cause a deadlock.
 */
export async function storeNames(
  tx: Transaction,
  documents: readonly AnnouncedNames[],
): Promise<void> {
  const records = documents.flatMap(({ names, announced }) =>
    names.map(([kind, key, name]) => ({ kind, key, name, announced })),
  );
  const kept = records.filter(({ key, name }) => key !== undefined && name !== undefined);
  if (kept.length === 0) return;
  await tx.rows(
    `insert into names as n (org_id, kind, key, name, told)
     select distinct on (x.kind, x.key) $1::uuid, x.*
     from jsonb_to_recordset($2::jsonb) x (kind text, key text, name text, announced text)
     order by x.kind, x.key, x.announced desc
     on conflict (org_id, kind, key) do update set name = excluded.name, told = excluded.told
     where n.told < excluded.told`,
    [tx.organizationId, JSON.stringify(kept)],
  );
}
