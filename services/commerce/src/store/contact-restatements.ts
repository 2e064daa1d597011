import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';

/** The progress of publishing the state of all contacts of an organization again. */
export const ContactRestatement = defineEntity({
  name: 'ContactRestatement',
  tableName: 'contact_restatements',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    afterId: p.uuid(),
  },
});

/** SQL that selects the organizations whose contacts must be published again. */
export const dueRestatements = `select org_id, org_id as id from contact_restatements
  where $1::timestamptz is not null order by org_id`;

/**
 * Reads and locks the identifier after which publishing continues; undefined if no contact is left
 * or another worker holds the lock.
 */
export async function takeRestatement(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx.rows<{ after: string }>(
    `select after_id::text as after from contact_restatements where org_id = $1
     for update skip locked`,
    [tx.organizationId],
  );
  return row?.after;
}

/** Reads the next contacts, sorted by identifier. */
export async function nextContacts(
  tx: Transaction,
  afterId: string,
  max: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id::text as id from contacts where org_id = $1 and id > $2::uuid order by id limit $3`,
    [tx.organizationId, afterId, max],
  );
  return rows.map(({ id }) => id);
}

/** Stores the identifier of the last published contact. */
export async function restateAfter(tx: Transaction, afterId: string): Promise<void> {
  await tx.rows('update contact_restatements set after_id = $2 where org_id = $1', [
    tx.organizationId,
    afterId,
  ]);
}

/** Ends publishing the organization's contacts again. */
export async function endRestatement(tx: Transaction): Promise<void> {
  await tx.rows('delete from contact_restatements where org_id = $1', [tx.organizationId]);
}
