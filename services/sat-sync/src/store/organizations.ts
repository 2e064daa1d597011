import { defineEntity, p } from '@mikro-orm/postgresql';
import type { gateway } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';

/** The status of an organization, as stated by its last event. */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer(),
    status: p.text(),
  },
});

/** Stores the status of the organization, except if the stored version is the same or newer. */
export async function storeStatus(
  tx: Transaction,
  { version, status }: Pick<gateway.Organization, 'version' | 'status'>,
): Promise<void> {
  await tx.rows(
    `insert into organizations (org_id, version, status) values ($1, $2, $3)
     on conflict (org_id) do update set version = excluded.version, status = excluded.status
     where organizations.version < excluded.version`,
    [tx.organizationId, version, status],
  );
}

/** Whether the organization is archived or deleted. */
export async function isArchived(tx: Transaction): Promise<boolean> {
  const [row] = await tx.rows<{ status: string }>(
    'select status from organizations where org_id = $1',
    [tx.organizationId],
  );
  return row !== undefined && row.status !== 'active';
}
