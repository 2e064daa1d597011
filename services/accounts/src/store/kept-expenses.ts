import { documentIdOf } from '@timbre/fiscal';
import type { Reader } from '@timbre/kit';
import { unassigned, type AnnouncedExpense } from '../domain/facts';

interface Row {
  ref: string;
  version: number;
  total: string;
  isDeferred: boolean;
  contact: string;
  supplierName: string | null;
  cfdiUuid: string | null;
  businessDate: string;
  dueOn: string | null;
}

/** Reads the last stored state of valid expenses, with the fields that the ledger stores. */
export async function keptExpenses(
  read: Reader,
  refs: readonly string[],
): Promise<Omit<AnnouncedExpense, 'deleted'>[]> {
  const rows = await read.rows<Row>(
    `select ref, version, total::text as total, is_deferred as "isDeferred", contact,
       counterparty_name as "supplierName", split_part(supports, ':', 2) as "cfdiUuid",
       occurred_on::text as "businessDate", due_on::text as "dueOn"
     from documents where org_id = :org and ref = any($2::text[]) and role = 'expense' and is_valid`,
    [refs],
  );
  return rows.map(({ ref, isDeferred, contact, supplierName, cfdiUuid, dueOn, ...kept }) => ({
    ...kept,
    expenseId: documentIdOf(ref, 'expense'),
    settlementMode: isDeferred ? 'credit' : 'paid',
    settledAmount: '0',
    supplierId: contact === unassigned ? undefined : contact,
    supplierName: supplierName ?? undefined,
    cfdiUuid: cfdiUuid || undefined,
    dueOn: dueOn ?? undefined,
  }));
}
