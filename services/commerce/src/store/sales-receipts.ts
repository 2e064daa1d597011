import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { salesReceipt, salesReceiptDetail } from '@timbre/api';
import { fold, type Issue, type SettlementTerms } from '@timbre/fiscal';
import type { ChargedItem, IncludedTax } from '@timbre/items';
import {
  code,
  entriesOf,
  entryNumber,
  flag,
  instant,
  isIdentifier,
  json,
  listOf,
  number,
  numberIn,
  object,
  pickColumns,
  referencedId,
  resource,
  onlyRow,
  text,
  when,
  type Answer,
  type List,
  type Reader,
  type RowOf,
  type Sql,
  type Transaction,
} from '@timbre/kit';

/** The last folio of a receipt series. */
export const ReceiptCounter = defineEntity({
  name: 'ReceiptCounter',
  tableName: 'receipt_counters',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    series: p.text().primary(),
    last: p.bigint('number'),
  },
});

/** A payment of a receipt; the amount is decimal text. */
export interface ReceiptPayment {
  paymentForm: string;
  amount: string;
}

/** A value of a custom field, with its definition at the time of the sale. */
export interface ReceiptFieldValue {
  key: string;
  label: string;
  value: string | number;
  showOnReceipt: boolean;
}

/**
 * A sale with copied names and totals; `version` increases with each change and is part of the
 * events.
 */
export const SalesReceipt = defineEntity({
  name: 'SalesReceipt',
  tableName: 'sales_receipts',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    status: p.text().$type<'open' | 'invoiced' | 'global_invoiced' | 'canceled'>(),
    saleType: p.text().$type<'paid' | 'credit' | 'courtesy'>(),
    folio: p.text(),
    businessDate: p.date(),
    total: p.decimal(),
    refundedTotal: p.decimal(),
    taxes: p.json<IncludedTax[]>(),
    locationId: p.uuid().nullable(),
    locationName: p.text().nullable(),
    customerId: p.uuid().nullable(),
    customerName: p.text().nullable(),
    paymentForm: p.text().nullable(),
    payments: p.json<ReceiptPayment[]>(),
    settlementTerms: p.json<SettlementTerms>().nullable(),
    paymentDueDate: p.date().nullable(),
    operationalBalance: p.decimal().nullable(),
    /**
     * The c_FormaPago code of the largest payment of a sale on credit, as reported by the accounts
     * service.
     */
    paidForm: p.text().nullable(),
    receivablePlanId: p.uuid().nullable(),
    invoiceRequested: p.boolean(),
    notes: p.text().nullable(),
    fields: p.json<ReceiptFieldValue[]>(),
    isBrief: p.boolean(),
    /** The seller, `user:<id>` or `credential:<id>`; null for old sales. */
    seller: p.text().nullable(),
    cancelReason: p.text().nullable(),
    canceledAt: p.datetime().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type SalesReceipt = InferEntity<typeof SalesReceipt>;

/** A line of a receipt; `item` is the item for a CFDI, with tax included in its price. */
export const SalesReceiptLine = defineEntity({
  name: 'SalesReceiptLine',
  tableName: 'sales_receipt_lines',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    receiptId: p.uuid(),
    position: p.integer(),
    productId: p.uuid().nullable(),
    description: p.text(),
    quantity: p.decimal(),
    unitPrice: p.decimal(),
    discount: p.decimal().nullable(),
    lineTotal: p.decimal(),
    refundedQuantity: p.decimal(),
    refundedAmount: p.decimal(),
    isStocked: p.boolean(),
    unitCost: p.decimal().nullable(),
    item: p.json<ChargedItem>(),
  },
});

export type SalesReceiptLine = InferEntity<typeof SalesReceiptLine>;

type Shape = Answer<typeof salesReceipt>;
type Detail = Answer<typeof salesReceiptDetail>;

const isCanceled = `r.status = 'canceled'`;

const line = {
  lineRef: code('l.id'),
  description: text('l.description'),
  quantity: number('l.quantity'),
  refundableQuantity: number(
    `case when ${isCanceled} then 0 else l.quantity - l.refunded_quantity end`,
  ),
  unitPrice: number('l.unit_price'),
  lineTotal: number('l.line_total'),
  refundableAmount: number(
    `case when ${isCanceled} then 0 else l.line_total - l.refunded_amount end`,
  ),
  productId: code('l.product_id'),
  discount: number('l.discount'),
};

const linesOf = <Line>(shown: Sql<Line>) =>
  listOf(
    shown,
    'from sales_receipt_lines l where l.org_id = r.org_id and l.receipt_id = r.id',
    'l.position',
  );

const shown = {
  category: `'sales_receipt'`,
  documentRef: code(`'sales_receipt:' || r.id`),
  folio: text('r.folio'),
  status: code('r.status'),
  saleType: code('r.sale_type'),
  total: object<Shape['total']>({ amount: number('r.total'), currency: `'MXN'` }),
  invoiceRequested: flag('r.invoice_requested'),
  createdAt: instant('r.created_at'),
  businessDate: code('r.business_date'),
  customerName: text('r.customer_name'),
  locationName: text('r.location_name'),
  paymentForm: text('r.payment_form'),
  settlementTerms: json<NonNullable<Shape['settlementTerms']>>('r.settlement_terms'),
  receivablePlanId: code('r.receivable_plan_id'),
  operationalBalance: number('r.operational_balance'),
  paymentDueDate: code('r.payment_due_date'),
};

/** The public form of a receipt in lists (specification, part 2, section Sales receipt). */
export const salesReceiptResource = resource<Shape>('sales receipt', 'sales_receipts', {
  ...shown,
  items: when('r.is_brief', linesOf(object<NonNullable<Shape['items']>[number]>(line))),
});

const tax = object<Detail['taxes'][number]>({
  tax: `e.entry->>'tax'`,
  factorType: `e.entry->>'factorType'`,
  rate: entryNumber('rate'),
  base: entryNumber('base'),
  amount: entryNumber('amount'),
});

const none = `'[]'::json`;

/** Returns SQL for the taxes of a receipt or a refund. */
export const taxesOf = (column: string) =>
  json<Detail['taxes']>(`coalesce(${entriesOf(column, tax)}, ${none})`);

export const salesReceiptDetailResource = resource<Detail>('sales receipt', 'sales_receipts', {
  ...shown,
  items: linesOf(
    object<Detail['items'][number]>({
      ...line,
      satProductCode: `l.item->>'satProductCode'`,
      satUnitCode: `l.item->>'satUnitCode'`,
      taxability: `l.item->>'taxability'`,
      taxRate: numberIn('l.item', 'taxRate'),
      sku: `l.item->>'sku'`,
    }),
  ),
  taxes: taxesOf('r.taxes'),
  refundedTotal: number('r.refunded_total'),
  updatedAt: instant('r.updated_at'),
  locationId: 'r.location_id',
  customerId: 'r.customer_id',
  seller: 'r.seller',
  payments: entriesOf(
    'r.payments',
    object<NonNullable<Detail['payments']>[number]>({
      paymentForm: `e.entry->>'paymentForm'`,
      amount: entryNumber('amount'),
    }),
  ),
  notes: 'r.notes',
  fields: entriesOf(
    'r.fields',
    object<NonNullable<Detail['fields']>[number]>({
      key: `e.entry->>'key'`,
      label: `e.entry->>'label'`,
      // The type of the value depends on the field: text, number or boolean.
      value: json(`e.entry->'value'`) as never,
    }),
  ),
  canceledAt: instant('r.canceled_at'),
  cancelReason: 'r.cancel_reason',
});

export const salesReceiptList: List = {
  name: 'sales_receipts',
  resource: salesReceiptResource,
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  dateColumn: 'r.business_date',
  order: { column: 'business_date', type: 'date' },
};

/** Reads the lines of receipts, in their order. */
export async function linesOfReceipts(
  tx: Transaction,
  receiptIds: readonly string[],
): Promise<SalesReceiptLine[]> {
  const em = await tx.entityManager();
  return em.find(
    SalesReceiptLine,
    { organizationId: tx.organizationId, receiptId: { $in: [...receiptIds] } },
    { orderBy: { receiptId: 'asc', position: 'asc' } },
  );
}

/**
 * Returns the identifier in a receipt's reference.
 * @throws Refusal not_found
 */
export const receiptIdOf = (reference: string): string =>
  referencedId(reference, 'sales_receipt', salesReceiptResource.name);

/** Returns the issue for a reference to an unknown receipt. */
export const receiptNotFound = (path: Issue['path']): Issue => ({
  path,
  code: 'receipt_not_found',
  message: 'No sales receipt with this identifier exists in your organization.',
});

/** Returns the text in which `query` searches for receipts. */
export function receiptSearchText(
  folio: string,
  customerName: string | undefined,
  descriptions: string[],
): string {
  return fold([folio, customerName, ...new Set(descriptions)].filter(Boolean).join(' '));
}

/**
 * Assigns the next folio of a series and locks its counter until the commit, so that no folio is
 * skipped or used twice.
 */
export async function takeFolio(tx: Transaction, series: string): Promise<string> {
  const row = onlyRow(
    await tx.rows<{ last: string }>(
      `insert into receipt_counters as c (org_id, series, last) values ($1, $2, 1)
     on conflict (org_id, series) do update set last = c.last + 1 returning last`,
      [tx.organizationId, series],
    ),
  );
  return folioIn(series, row.last);
}

/**
 * Returns the folio. The last hyphen of a folio separates series and number, so two series never
 * have the same folio.
 */
export const folioIn = (series: string, number: string): string =>
  series === '' ? number : `${series}-${number}`;

/** Whether the location has sales that are not in a CFDI yet. */
export async function hasOpenReceipts(tx: Transaction, locationId: string): Promise<boolean> {
  const rows = await tx.rows(
    `select 1 from sales_receipts where org_id = $1 and location_id = $2 and status = 'open' limit 1`,
    [tx.organizationId, locationId],
  );
  return rows.length > 0;
}

const lockedReceipt = pickColumns(SalesReceipt, [
  'id', 'folio', 'status', 'saleType', 'total', 'refundedTotal', 'customerId', 'locationId',
]); // prettier-ignore

/** The fields of a receipt that is being invoiced. */
export type LockedReceipt = RowOf<typeof lockedReceipt>;

/** Reads and locks the receipts, sorted by identifier. */
export const lockReceipts = (tx: Transaction, ids: string[]): Promise<LockedReceipt[]> =>
  tx.rows(
    `select ${lockedReceipt} from sales_receipts
     where org_id = $1 and id = any($2::uuid[]) order by id for update`,
    [tx.organizationId, ids.filter(isIdentifier)],
  );

/**
 * Increases the versions of a document's receipts.
 * @returns the identifiers of the receipts
 */
export async function raiseVersions(tx: Transaction, documentId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `with locked as materialized (select r.id from receipt_claims c
       join sales_receipts r on r.org_id = c.org_id and r.id = c.receipt_id
       where c.org_id = $1 and c.document_id = $2 and r.status = 'invoiced'
       order by r.id for update of r)
     update sales_receipts r set version = r.version + 1, updated_at = $3
     from locked where r.org_id = $1 and r.id = locked.id returning r.id`,
    [tx.organizationId, documentId, tx.now],
  );
  return rows.map(({ id }) => id);
}

/** Reads the items of a receipt for printing, in their order. */
export const itemsOfReceipt = (read: Reader, receiptId: string): Promise<{ item: ChargedItem }[]> =>
  read.rows(
    `select r.item from sales_receipt_lines r where r.org_id = :org and r.receipt_id = $2
     order by r.position`,
    [receiptId],
  );
