import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { expense, expenseDetail as detailShape } from '@timbre/api';
import { documentRef, fold, type Issue } from '@timbre/fiscal';
import {
  instant,
  json,
  number,
  object,
  referencedId,
  resource,
  onlyRow,
  type Answer,
  type List,
  type Members,
  type Reader,
  type Transaction,
} from '@timbre/kit';
import type { InvoiceSearch } from '../domain/ports';

/** The reversal of a settlement of an expense. */
export const ExpenseSettlementReversal = defineEntity({
  name: 'ExpenseSettlementReversal',
  tableName: 'expense_settlement_reversals',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    settlementId: p.uuid().primary(),
    reason: p.text(),
    requestKey: p.text(),
    reversedAt: p.datetime(),
  },
});

/**
 * An expense; `version` increases with each change and is part of the events. All amounts of an
 * expense are in pesos.
 */
export const Expense = defineEntity({
  name: 'Expense',
  tableName: 'expenses',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    description: p.text(),
    categoryId: p.uuid(),
    categoryName: p.text(),
    settlementMode: p.text().$type<'credit' | 'paid'>(),
    paymentForm: p.text(),
    total: p.decimal(),
    settledAmount: p.decimal(),
    /**
     * The amount that payments to the supplier cover, received in events of the accounts service.
     */
    paidAmount: p.decimal(),
    supplierId: p.uuid().nullable(),
    supplierName: p.text().nullable(),
    locationId: p.uuid().nullable(),
    locationName: p.text().nullable(),
    occurredAt: p.datetime(),
    businessDate: p.date(),
    dueOn: p.date().nullable(),
    notes: p.text().nullable(),
    cfdiId: p.uuid().nullable(),
    cfdiUuid: p.uuid().nullable(),
    cfdiDifference: p.decimal().nullable(),
    cfdiCanceled: p.boolean(),
    /** Warnings about the linked CFDI. */
    warnings: p.json<Issue[]>().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Expense = InferEntity<typeof Expense>;

/** A settlement of an expense on credit, whose row never changes. A reversal is a separate row. */
export const ExpenseSettlement = defineEntity({
  name: 'ExpenseSettlement',
  tableName: 'expense_settlements',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    expenseId: p.uuid(),
    amount: p.decimal(),
    paidOn: p.date(),
    paymentForm: p.text(),
    reference: p.text().nullable(),
    recordedAt: p.datetime(),
  },
});

export type ExpenseSettlement = InferEntity<typeof ExpenseSettlement>;

const name = 'expense';

type Shape = Answer<typeof expense>;
type Detail = Answer<typeof detailShape>;

const summary: Members<Shape> = {
  category: `'expense'`,
  documentRef: `'expense:' || r.id`,
  description: 'r.description',
  expenseCategory: 'r.category_name',
  categoryId: 'r.category_id',
  settlementMode: 'r.settlement_mode',
  settlementState: 'r.settlement_state',
  paymentForm: 'r.payment_form',
  total: object<Shape['total']>({ amount: number('r.total'), currency: `'MXN'` }),
  openAmount: number(`case when r.settlement_mode = 'credit'
    then greatest(r.total - r.settled_amount - r.paid_amount, 0) end`),
  paidAmount: number('nullif(r.paid_amount, 0)'),
  occurredAt: instant('r.occurred_at'),
  businessDate: 'r.business_date',
  supplierId: 'r.supplier_id',
  supplierName: 'r.supplier_name',
  locationId: 'r.location_id',
  locationName: 'r.location_name',
  dueOn: 'r.due_on',
  notes: 'r.notes',
  cfdiDocumentRef: `'cfdi:' || r.cfdi_id`,
  cfdiUuid: 'r.cfdi_uuid',
  cfdiDifference: number('nullif(r.cfdi_difference, 0)'),
  cfdiCanceled: 'case when r.cfdi_canceled then true end',
  warnings: json('r.warnings'),
  updatedAt: instant('r.updated_at'),
};

const settlement = object<Detail['settlements'][number]>({
  settlementId: 's.id',
  amount: number('s.amount'),
  paidOn: 's.paid_on',
  paymentForm: 's.payment_form',
  reference: 's.reference',
  recordedAt: instant('s.recorded_at'),
});

/** The public form of an expense (specification, part 2, section Expense). */
const expenseResource = resource<Shape>(name, 'expenses', summary);

/** The public form of getExpense; the suggestions are added from fiscal-cfdi. */
export const expenseDetail = resource<Omit<Detail, 'suggestedCfdi'>>(name, 'expenses', {
  ...summary,
  settlements: json(`coalesce((select json_agg(${settlement} order by s.id)
    from expense_settlements s where s.org_id = r.org_id and s.expense_id = r.id
      and not exists (select from expense_settlement_reversals v
        where v.org_id = s.org_id and v.settlement_id = s.id)), '[]')`),
});

export const expenseList: List = {
  name: 'expenses',
  resource: expenseResource,
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  dateColumn: 'r.business_date',
};

/** Returns the public reference of an expense. */
export const expenseRef = (id: string) => documentRef('expense', id);

/**
 * Returns the identifier in an expense's reference.
 * @throws Refusal not_found
 */
export const expenseIdOf = (reference: string): string => referencedId(reference, 'expense', name);

type Searched = Pick<Expense, 'description' | 'categoryName'> &
  Partial<Pick<Expense, 'supplierName' | 'notes'>>;

/** Returns the text in which `query` searches for expenses. */
export const expenseSearchText = ({ description, categoryName, supplierName, notes }: Searched) =>
  fold([description, categoryName, supplierName, notes].filter(Boolean).join(' '));

/** Counts the settlements of an expense. */
export async function countSettlements(tx: Transaction, expenseId: string): Promise<number> {
  const row = onlyRow(
    await tx.rows<{ count: number }>(
      `select count(*)::int as count from expense_settlements where org_id = $1 and expense_id = $2`,
      [tx.organizationId, expenseId],
    ),
  );
  return row.count;
}

/**
 * Returns the criteria for finding an expense's invoice: its amount, its day and its supplier's
 * RFC.
 */
export async function invoiceSearch(read: Reader, expenseId: string): Promise<InvoiceSearch> {
  const row = onlyRow(
    await read.rows<{ rfc: string | null; total: string; datedOn: string }>(
      `select c.rfc, r.total::text as total, r.business_date::text as "datedOn" from expenses r
     left join contacts c on c.org_id = r.org_id and c.id = r.supplier_id
     where r.org_id = :org and r.id = $2::uuid`,
      [expenseId],
    ),
  );
  const { rfc, total, datedOn } = row;
  return { counterpartyRfc: rfc ?? undefined, total, datedOn };
}

/** Returns the given CFDI that are linked to an expense. */
export async function linkedCfdi(read: Reader, cfdiIds: readonly string[]): Promise<Set<string>> {
  const rows = await read.rows<{ id: string }>(
    `select r.cfdi_id as id from expenses r where r.org_id = :org and r.cfdi_id = any($2::uuid[])`,
    [cfdiIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores the version of the paid amount.
 * @returns whether the version is newer than the stored version
 */
export async function raisePaidVersion(
  tx: Transaction,
  expenseId: string,
  version: number,
): Promise<boolean> {
  const news = await tx.rows(
    `update expenses set paid_version = $3 where org_id = $1 and id = $2 and paid_version < $3
     returning 1`,
    [tx.organizationId, expenseId, version],
  );
  return news.length > 0;
}

/** A reversal of settlements; `requestKey` identifies the request. */
interface Reversal {
  expenseId: string;
  settlementIds: string[];
  reason: string;
  requestKey: string;
}

/** Whether another request has reversed one of the settlements. */
export async function isReversedByOther(
  tx: Transaction,
  { settlementIds, requestKey }: Pick<Reversal, 'settlementIds' | 'requestKey'>,
): Promise<boolean> {
  const others = await tx.rows(
    `select 1 from expense_settlement_reversals where org_id = $1 and settlement_id = any($2::uuid[])
       and request_key <> $3`,
    [tx.organizationId, settlementIds, requestKey],
  );
  return others.length > 0;
}

/**
 * Adds reversals for the settlements that are not reversed yet.
 * @returns the reversed amounts as decimal text
 */
export async function addReversals(
  tx: Transaction,
  { expenseId, settlementIds, reason, requestKey }: Reversal,
): Promise<string[]> {
  const undone = await tx.rows<{ amount: string }>(
    `with undone as (
       insert into expense_settlement_reversals (org_id, settlement_id, reason, request_key, reversed_at)
       select s.org_id, s.id, $4, $5, $6 from expense_settlements s
       where s.org_id = $1 and s.expense_id = $2::uuid and s.id = any($3::uuid[])
       on conflict do nothing returning settlement_id)
     select s.amount::text as amount from undone u
     join expense_settlements s on s.org_id = $1 and s.id = u.settlement_id`,
    [tx.organizationId, expenseId, settlementIds, reason, requestKey, tx.now],
  );
  return undone.map(({ amount }) => amount);
}
