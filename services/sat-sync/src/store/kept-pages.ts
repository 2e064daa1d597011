import type { Transaction } from '@timbre/kit';
import type { Pool } from 'pg';

/** Stores a page that was not understood, for support. */
export async function keepPage(
  tx: Transaction,
  { source, reason, content }: { source: string; reason: string; content: string },
): Promise<void> {
  await tx.rows(
    `insert into kept_pages (id, org_id, source, reason, content, kept_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.newId(), tx.organizationId, source, reason, content, tx.now],
  );
}

/** Deletes pages that were stored before the given time. @returns the number of deleted pages */
export async function dropPages(systemPool: Pool, before: Date): Promise<number> {
  const { rowCount } = await systemPool.query('delete from kept_pages where kept_at < $1', [
    before,
  ]);
  return rowCount ?? 0;
}
