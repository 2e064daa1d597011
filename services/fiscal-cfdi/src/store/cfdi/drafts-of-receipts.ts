import type { Transaction } from '@timbre/kit';
import type { Cfdi } from './cfdi';

/** The class of the advisory locks for the keys of commerce's requests. */
const lockClass = 7_140_170;

/**
 * Returns the document that an earlier request with this key created from sales receipts. Concurrent
 * requests with the same key wait for each other until the commit.
 */
export async function lockDraftOfKey(
  tx: Transaction,
  key: string,
): Promise<Pick<Cfdi, 'id' | 'status' | 'total'> | undefined> {
  const lock = `${tx.organizationId} ${key}`;
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, lock]);
  const [found] = await tx.rows<Pick<Cfdi, 'id' | 'status' | 'total'>>(
    `select id, status, round(total, 2)::text as total from cfdi
     where org_id = $1 and origin_key = $2`,
    [tx.organizationId, key],
  );
  return found;
}
