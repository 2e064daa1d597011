import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * The prices and totals of a receipt include taxes. The copied names stay as they were at the time
 * of the sale. `is_brief` means that the lines are few and short enough to be shown in a list.
 */
const receipts = `create table sales_receipts (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  status text not null check (status in ('open', 'invoiced', 'global_invoiced', 'canceled')),
  sale_type text not null check (sale_type in ('paid', 'credit', 'courtesy')),
  folio text not null,
  business_date date not null,
  total numeric(18, 2) not null check (total >= 0),
  refunded_total numeric(18, 2) not null default 0,
  taxes jsonb not null,
  location_id uuid,
  location_name text,
  customer_id uuid,
  customer_name text,
  payment_form text,
  payments jsonb not null,
  settlement_terms jsonb,
  payment_due_date date,
  operational_balance numeric(18, 2),
  receivable_plan_id uuid,
  invoice_requested boolean not null,
  notes text,
  fields jsonb not null,
  is_brief boolean not null,
  cancel_reason text,
  canceled_at timestamptz,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  check (refunded_total between 0 and total)
)`;

/** `item` is the item for a CFDI, with its keys and taxes, and with tax included in its price. */
const lines = `create table sales_receipt_lines (
  id uuid not null,
  org_id uuid not null,
  receipt_id uuid not null,
  position int not null,
  product_id uuid,
  description text not null,
  quantity numeric(18, 6) not null check (quantity > 0),
  unit_price numeric(30, 6) not null,
  discount numeric(30, 2),
  line_total numeric(18, 2) not null check (line_total >= 0),
  refunded_quantity numeric(18, 6) not null default 0,
  refunded_amount numeric(18, 2) not null default 0,
  item jsonb not null,
  primary key (org_id, id),
  check (refunded_quantity between 0 and quantity),
  check (refunded_amount between 0 and line_total)
)`;

/** `lines` has the refunded quantity and amount of each line. */
const refunds = `create table sales_receipt_refunds (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  receipt_id uuid not null,
  business_date date not null,
  total numeric(18, 2) not null check (total >= 0),
  method text not null,
  restocked boolean not null,
  reason text,
  lines jsonb not null,
  taxes jsonb not null,
  credit_note_status text check (credit_note_status in ('pending', 'drafted', 'stamped', 'failed')),
  credit_note_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

/** The last folio of a series; the series '' belongs to receipts without a series. */
const counters = `create table receipt_counters (
  org_id uuid not null,
  series text not null,
  last bigint not null,
  primary key (org_id, series)
) with (fillfactor = 50)`;

/**
 * The days whose sales are in a stamped global invoice, for one location or for sales without a
 * location.
 */
const periods = `create table closed_sales_periods (
  id uuid not null,
  org_id uuid not null,
  location_id uuid,
  starts_on date not null,
  ends_on date not null,
  cfdi_id uuid not null,
  primary key (org_id, id)
)`;

const tables = [
  'sales_receipts',
  'sales_receipt_lines',
  'sales_receipt_refunds',
  'receipt_counters',
  'closed_sales_periods',
];

export class CreateSalesReceipts extends Migration {
  override up(): void {
    const statements = [
      receipts,
      'create unique index sales_receipts_folio on sales_receipts (org_id, folio)',
      'create index sales_receipts_status on sales_receipts (org_id, status, id)',
      'create index sales_receipts_business_date on sales_receipts (org_id, business_date, id)',
      `create index sales_receipts_open on sales_receipts (org_id, location_id, business_date)
        where status = 'open'`,
      lines,
      `create index sales_receipt_lines_receipt
        on sales_receipt_lines (org_id, receipt_id, position)`,
      refunds,
      `create index sales_receipt_refunds_receipt on sales_receipt_refunds (org_id, receipt_id, id)`,
      counters,
      periods,
      `create index closed_sales_periods_location
        on closed_sales_periods (org_id, location_id, ends_on)`,
      `create unique index closed_sales_periods_cfdi on closed_sales_periods (org_id, cfdi_id)`,
      ...tables.flatMap(tenantTable),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table ${table}`);
  }
}
