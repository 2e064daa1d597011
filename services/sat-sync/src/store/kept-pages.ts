import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import type { Pool } from 'pg';

/** A page of the SAT that Timbre could not interpret, stored for support. */
export const KeptPage = defineEntity({
  name: 'KeptPage',
  tableName: 'kept_pages',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    source: p.text(),
    reason: p.text(),
    content: p.text(),
    keptAt: p.datetime(),
  },
});

export type KeptPage = InferEntity<typeof KeptPage>;

/** Stores a page that Timbre could not interpret, so that support can examine it. */
export function keepPage(
  tx: Transaction,
  { source, reason, content }: Pick<KeptPage, 'source' | 'reason' | 'content'>,
): void {
  tx.add(KeptPage, { source, reason, content, keptAt: tx.now });
}

/**
 * Deletes pages that were stored before the given time.
 * @returns the number of deleted pages
 */
export async function dropPages(systemPool: Pool, before: Date): Promise<number> {
  const { rowCount } = await systemPool.query('delete from kept_pages where kept_at < $1', [
    before,
  ]);
  return rowCount ?? 0;
}
