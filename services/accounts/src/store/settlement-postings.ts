import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Reader, Transaction } from '@timbre/kit';

/** The transaction that posted a settlement of an expense. */
export const SettlementPosting = defineEntity({
  name: 'SettlementPosting',
  tableName: 'settlement_postings',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    settlementId: p.uuid().primary(),
    transactionId: p.uuid(),
  },
});

/** Returns those of the given settlements that no recorded transaction has posted. */
export async function unpostedOf(
  tx: Transaction,
  settlementIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select x.id from unnest($2::uuid[]) x (id) where not exists (select from settlement_postings s
       where s.org_id = $1 and s.settlement_id = x.id)`,
    [tx.organizationId, settlementIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Records the transaction that posted the given settlements. */
export async function keepPosting(
  tx: Transaction,
  transactionId: string,
  settlementIds: readonly string[],
): Promise<void> {
  await tx.rows(
    `insert into settlement_postings (org_id, settlement_id, transaction_id)
     select $1, x.id, $2 from unnest($3::uuid[]) x (id) on conflict do nothing`,
    [tx.organizationId, transactionId, settlementIds],
  );
}

/** Returns the transactions that posted the given settlements and were not reversed. */
export async function postingsOf(
  tx: Transaction,
  settlementIds: readonly string[],
): Promise<{ transactionId: string; settlementId: string }[]> {
  return tx.rows(
    `select s.transaction_id as "transactionId", min(s.settlement_id::text) as "settlementId"
     from settlement_postings s
     where s.org_id = $1 and s.settlement_id = any($2::uuid[]) and not exists (
       select from reversals v where v.org_id = s.org_id and v.reversed = s.transaction_id)
     group by s.transaction_id order by s.transaction_id`,
    [tx.organizationId, settlementIds],
  );
}

/**
 * Returns the settlements that a transaction posted; the list is empty if the transaction posted no
 * settlement.
 */
export async function settlementsOf(read: Reader, transactionId: string): Promise<string[]> {
  const rows = await read.rows<{ id: string }>(
    `select settlement_id as id from settlement_postings
     where org_id = :org and transaction_id = $2::uuid order by settlement_id`,
    [transactionId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the transaction that reversed the given transaction, or undefined if it was not reversed.
 */
export async function reversalOf(tx: Transaction, reversed: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(
    `select transaction_id as id from reversals where org_id = $1 and reversed = $2::uuid`,
    [tx.organizationId, reversed],
  );
  return row?.id;
}
