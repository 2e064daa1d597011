import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

const payments = `create table quote_payments (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  quote_id uuid not null,
  is_live boolean not null,
  source text not null check (source in ('manual', 'online')),
  amount numeric(18, 2) not null,
  payment_form text,
  location_id uuid,
  paid_at timestamptz not null,
  application_status text not null
    check (application_status in ('pending', 'processing', 'applied', 'failed', 'conflict')),
  application_error_code text check (application_error_code in ('payment_form_required',
    'fiscal_drift', 'location_resolution_required', 'duplicate_payment', 'application_failed')),
  application_error text,
  invoice_status text check (invoice_status in ('pending', 'processing', 'issued', 'failed')),
  invoice_error text,
  receipt_id uuid,
  cfdi_id uuid,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, quote_id) references quotes (org_id, id),
  check ((application_status = 'applied') = (receipt_id is not null)),
  check ((invoice_status = 'issued') = (cfdi_id is not null))
)`;

export class CreateQuotePayments extends Migration {
  override up(): void {
    const statements = [
      payments,
      'create unique index quote_payments_live on quote_payments (org_id, quote_id) where is_live',
      'create index quote_payments_quote on quote_payments (org_id, quote_id, id)',
      'create index quote_payments_due on quote_payments (due_at) where due_at is not null',
      ...tenantTable('quote_payments'),
      ...readableBySystem('commerce', 'quote_payments'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table quote_payments');
  }
}
