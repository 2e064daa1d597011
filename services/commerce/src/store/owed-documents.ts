import type { commerce } from '@timbre/contract';
import {
  isIdentifier,
  recordValues,
  unnested,
  type Reader,
  type RecordColumn,
  type Transaction,
} from '@timbre/kit';
import {
  presentExpense,
  settlementColumns,
  settlementsOf,
  type SettlementRow,
} from './expense-events';
import { Expense } from './expenses';
import { receiptMessage, refundMessage } from './sales-receipt-events';
import { SalesReceiptRefund } from './sales-receipt-refunds';
import { zoneOf } from './locations';
import { SalesReceipt, SalesReceiptLine } from './sales-receipts';

const pageSize = 100;

/** Reads the next identifiers of a table. */
export async function owedPage(
  read: Reader,
  table: 'expenses' | 'sales_receipts',
  afterId: string,
  limit = pageSize,
): Promise<string[]> {
  const rows = await read.rows<{ id: string }>(
    `select id from ${table} where org_id = :org and id > $2::uuid order by id limit $3::int`,
    [afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * The maximum number of changed documents that are read. The accounts service has already received
 * the events of earlier changes.
 */
const changedMax = 100;

const partyColumns = { expenses: 'supplier_id', sales_receipts: 'customer_id' } as const;

/** Reads the identifiers of a contact's most recently changed documents. */
export async function changedLast(
  read: Reader,
  table: keyof typeof partyColumns,
  contactId: string,
): Promise<string[]> {
  const rows = await read.rows<{ id: string }>(
    `select id from ${table} where org_id = :org and ${partyColumns[table]} = $2::uuid
     order by updated_at desc limit ${changedMax}`,
    [contactId],
  );
  return rows.map(({ id }) => id);
}

/** The time after which the accounts service has certainly received the event of a document. */
const unheardFor = '1 day';

const unheard = (version: string) => `and created_at > $4::timestamptz - interval '${unheardFor}'
  and ${version} = 0`;

/**
 * Whether a locked contact has an open sale or expense that the accounts service did not know when
 * it reported the balance.
 * @param knownRefs are the documents that the accounts service knew when it reported that the
 * contact has no balance
 */
export async function owesUnknown(
  tx: Transaction,
  contactId: string,
  knownRefs: readonly string[],
): Promise<boolean> {
  const found = await tx.rows(
    `(select 1 from sales_receipts where org_id = $1 and customer_id = $2::uuid
       and sale_type = 'credit' and status <> 'canceled' and total > refunded_total
       and 'sales_receipt:' || id <> all($3::text[]) ${unheard('receivable_version')} limit 1)
     union all
     (select 1 from expenses where org_id = $1 and supplier_id = $2::uuid
       and settlement_mode = 'credit' and total > settled_amount
       and 'expense:' || id <> all($3::text[]) ${unheard('paid_version')} limit 1)`,
    [tx.organizationId, contactId, knownRefs, tx.now],
  );
  return found.length > 0;
}

/** Reads the expenses with these identifiers, and their settlements. */
export async function presentExpenses(read: Reader, ids: string[]): Promise<commerce.Expense[]> {
  const [expenses, settlements] = await Promise.all([
    read.find(Expense, ids),
    read.rows<SettlementRow & { expenseId: string }>(
      `select s.expense_id as "expenseId", ${settlementColumns} from expense_settlements s
       where s.org_id = :org and s.expense_id = any($2::uuid[]) order by s.id`,
      [ids.filter(isIdentifier)],
    ),
  ]);
  const byExpense = Map.groupBy(settlements, ({ expenseId }) => expenseId);
  return expenses.toSorted(byId).map((expense) => {
    const own = byExpense.get(expense.id) ?? [];
    return presentExpense(
      { ...expense, occurredAt: new Date(expense.occurredAt) },
      settlementsOf(own.map(({ expenseId: _, ...row }) => row)),
    );
  });
}

/**
 * Reads the receipts with these identifiers, with their refunds and the invoice that took over
 * their debt, but without their lines.
 */
export async function presentReceipts(
  read: Reader,
  ids: string[],
): Promise<commerce.OwedReceipt[]> {
  const [receipts, refundRows, invoices] = await Promise.all([
    read.find(SalesReceipt, ids),
    read.rows<{ id: string; invoiceCfdiId: string | null }>(
      `select f.id, (select d.cfdi_id from receipt_credit_notes n join receipt_documents d
           on d.org_id = n.org_id and d.id = n.credited_document_id and d.kind = 'invoice'
         where n.org_id = f.org_id and n.refund_id = f.id) as "invoiceCfdiId"
       from sales_receipt_refunds f where f.org_id = :org and f.receipt_id = any($2::uuid[])`,
      [ids],
    ),
    read.rows<{ receiptId: string; cfdiId: string }>(
      `select c.receipt_id as "receiptId", d.cfdi_id as "cfdiId" from receipt_claims c
       join receipt_documents d on d.org_id = c.org_id and d.id = c.document_id
       where c.org_id = :org and c.receipt_id = any($2::uuid[]) and c.state = 'in_force'
         and d.kind = 'invoice' and d.cfdi_id is not null`,
      [ids],
    ),
  ]);
  const refunds = await read.find(
    SalesReceiptRefund,
    refundRows.map(({ id }) => id),
  );
  const correctedBy = new Map(refundRows.map(({ id, invoiceCfdiId }) => [id, invoiceCfdiId]));
  const byReceipt = Map.groupBy(refunds, ({ receiptId }) => receiptId);
  const invoiceOf = new Map(invoices.map(({ receiptId, cfdiId }) => [receiptId, cfdiId]));
  return receipts.toSorted(byId).map((receipt) => ({
    receipt: {
      ...receiptMessage({ ...receipt, createdAt: new Date(receipt.createdAt) }, [], undefined),
      invoiceCfdiId: receipt.status === 'invoiced' ? invoiceOf.get(receipt.id) : undefined,
    },
    refunds: (byReceipt.get(receipt.id) ?? []).toSorted(byId).map((refund) => ({
      ...refundMessage(refund),
      invoiceCfdiId: correctedBy.get(refund.id) ?? undefined,
    })),
  }));
}

/** Reads the receipts with these identifiers, and their lines. */
export async function presentSales(read: Reader, ids: string[]): Promise<commerce.SalesReceipt[]> {
  const [receipts, lines, codes] = await Promise.all([
    read.find(SalesReceipt, ids),
    read.rows<{ id: string }>(
      `select id from sales_receipt_lines where org_id = :org and receipt_id = any($2::uuid[])`,
      [ids],
    ),
    read.rows<{ id: string; code: string }>(
      `select r.id, l.postal_code as code from sales_receipts r
       join locations l on l.org_id = r.org_id and l.id = r.location_id
       where r.org_id = :org and r.id = any($2::uuid[])`,
      [ids],
    ),
  ]);
  const found = await read.find(
    SalesReceiptLine,
    lines.map(({ id }) => id),
  );
  const byReceipt = Map.groupBy(found, ({ receiptId }) => receiptId);
  const codeOf = new Map(codes.map(({ id, code }) => [id, code]));
  return receipts.toSorted(byId).map((receipt) => {
    const own = (byReceipt.get(receipt.id) ?? []).toSorted((a, b) => a.position - b.position);
    const sold = { ...receipt, createdAt: new Date(receipt.createdAt) };
    return receiptMessage(sold, own, zoneOf(codeOf.get(receipt.id)));
  });
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

const owedColumns: RecordColumn[] = [
  ['id', 'uuid'],
  ['version', 'int'],
  ['open', 'numeric'],
  ['planId', 'uuid'],
  ['formCode', 'text'],
];

/**
 * Stores the balances of sales on credit. If several versions of a sale are given, the newest
 * version is stored. Only rows with an older stored version are locked, in sorted order.
 */
export async function storeOwed(
  tx: Transaction,
  sales: readonly (commerce.OwedSale & { id: string })[],
): Promise<void> {
  await tx.rows(
    `with incoming as (select distinct on (x.id) x.* from ${unnested(owedColumns, 2)}
       order by x.id, x.version desc),
     locked as materialized (select r.id from sales_receipts r join incoming on incoming.id = r.id
       where r.org_id = $1 and r.sale_type = 'credit' and r.receivable_version < incoming.version
       order by r.id for no key update of r)
     update sales_receipts r set operational_balance = incoming.open, receivable_plan_id = incoming."planId",
       receivable_version = incoming.version, paid_form = incoming."formCode"
     from incoming join locked on locked.id = incoming.id
     where r.org_id = $1 and r.id = incoming.id and r.receivable_version < incoming.version`,
    [tx.organizationId, ...recordValues(owedColumns, sales)],
  );
}
