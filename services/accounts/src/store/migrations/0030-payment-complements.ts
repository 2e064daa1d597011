import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/**
 * The complement that was requested with a payment. `request_key` names the request until it is
 * answered, so that a repeated request continues with its payment; `attempt` counts the drafts that
 * became outdated by other complements; `due_at` is the time at which the job continues, null when
 * no work is left.
 */
const complements = `create table payment_complements (
  org_id uuid not null,
  payment_id uuid not null,
  request_key text,
  wanted text not null check (wanted in ('draft', 'stamp')),
  state text not null
    check (state in ('pending', 'drafted', 'stamped', 'not_needed', 'deleted', 'failed')),
  attempt int not null default 1,
  complement text,
  exchange_rate text,
  received_currency text,
  received_amount numeric(24, 6),
  issues jsonb,
  due_at timestamptz,
  primary key (org_id, payment_id),
  unique (org_id, request_key),
  foreign key (org_id, payment_id) references payments (org_id, id)
)`;

export class AddPaymentComplements extends Migration {
  override up(): void {
    const statements = [
      complements,
      `create index payment_complements_made on payment_complements (org_id, complement)
         where complement is not null`,
      'create index payment_complements_due on payment_complements (due_at) where due_at is not null',
      'create index certifications_payment on certifications (org_id, payment_id)',
      ...tenantTable('payment_complements'),
      ...readableBySystem('accounts', 'payment_complements'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table payment_complements');
    this.addSql('drop index certifications_payment');
  }
}
