import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/**
 * A CFDI of receipts; its row exists as soon as the receipts are claimed for the CFDI. The
 * identifier of the document is the key of its draft at fiscal-cfdi. `due_at` is the time at which
 * the job continues the document.
 */
const documents = `create table receipt_documents (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  kind text not null check (kind in ('invoice', 'global')),
  state text not null check (state in ('drafting', 'drafted', 'stamped', 'gone')),
  request_key text not null,
  request jsonb not null,
  location_id uuid,
  cfdi_id uuid,
  cfdi_version int not null default 0,
  total numeric(18, 2),
  skipped jsonb,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

/**
 * The constraint keeps a receipt out of a second document. A receipt of a global invoice may have a
 * second claim, by the invoice to a named customer; a credit note then removes the receipt from the
 * global invoice (`credited`).
 */
const claims = `create table receipt_claims (
  id uuid not null,
  org_id uuid not null,
  receipt_id uuid not null,
  document_id uuid not null,
  slot text not null check (slot in ('sale', 'after_global')),
  state text not null check (state in ('claimed', 'in_force', 'credited')),
  primary key (org_id, id)
)`;

/**
 * A credit note about one receipt, because of a refund or because the receipt is invoiced to a
 * customer.
 */
const creditNotes = `create table receipt_credit_notes (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  receipt_id uuid not null,
  credited_document_id uuid not null,
  refund_id uuid,
  invoice_id uuid,
  state text not null check (state in ('pending', 'drafted', 'stamped', 'failed', 'gone')),
  stamps boolean not null,
  cfdi_id uuid,
  cfdi_version int not null default 0,
  attempts int not null default 0,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

const tables = ['receipt_documents', 'receipt_claims', 'receipt_credit_notes'];

export class CreateReceiptDocuments extends Migration {
  override up(): void {
    const statements = [
      documents,
      `create index receipt_documents_request on receipt_documents (org_id, request_key)`,
      `create index receipt_documents_cfdi on receipt_documents (org_id, cfdi_id)`,
      `create index receipt_documents_due on receipt_documents (due_at) where due_at is not null`,
      claims,
      `create unique index receipt_claims_receipt on receipt_claims (org_id, receipt_id, slot)`,
      `create index receipt_claims_document on receipt_claims (org_id, document_id, receipt_id)`,
      creditNotes,
      `create unique index receipt_credit_notes_refund on receipt_credit_notes (org_id, refund_id)`,
      `create index receipt_credit_notes_invoice on receipt_credit_notes (org_id, invoice_id)`,
      `create index receipt_credit_notes_due on receipt_credit_notes (due_at)
        where due_at is not null`,
      ...tables.flatMap(tenantTable),
      ...readableBySystem('commerce', 'receipt_documents'),
      ...readableBySystem('commerce', 'receipt_credit_notes'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table ${table}`);
  }
}
