import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * The amount that a payment complement pays of an invoice. The amount counts while the complement
 * is valid, so a stamp or a cancellation changes the balance without another write.
 */
const payments = `create table invoice_payments (
  id uuid not null,
  org_id uuid not null,
  complement_id uuid not null,
  uuid uuid not null,
  installment int not null,
  amount numeric(24,6) not null,
  primary key (org_id, id),
  foreign key (org_id, complement_id) references cfdi (org_id, id) on delete cascade
)`;

export class CreatePaymentComplements extends Migration {
  override up(): void {
    const statements = [
      'alter table cfdi add column complement jsonb, add column paid_documents jsonb',
      payments,
      'create index invoice_payments_invoice on invoice_payments (org_id, uuid)',
      'create index invoice_payments_complement on invoice_payments (org_id, complement_id)',
      ...tenantTable('invoice_payments'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table invoice_payments');
    this.addSql('alter table cfdi drop column complement, drop column paid_documents');
  }
}
