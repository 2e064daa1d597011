import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

const mailings = `create table mailings (
  id uuid not null,
  org_id uuid not null,
  document_ref text not null,
  message text,
  actor text not null,
  created_at timestamptz not null,
  primary key (org_id, id)
)`;

const deliveries = `create table deliveries (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  mailing_id uuid not null,
  document_ref text not null,
  recipient text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  attempts int not null,
  last_error_code text,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, mailing_id) references mailings (org_id, id),
  check ((state = 'queued') = (next_attempt_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
)`;

/** Addresses that a mail server reported as nonexistent; no mail is sent to them again. */
const suppressed = `create table suppressed_recipients (
  org_id uuid not null,
  address text not null,
  error_code text not null,
  delivery_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, address)
)`;

const tables = ['mailings', 'deliveries', 'suppressed_recipients'];

export class CreateDeliveries extends Migration {
  override up(): void {
    const statements = [
      mailings,
      deliveries,
      'create index deliveries_mailing on deliveries (org_id, mailing_id)',
      'create index deliveries_document on deliveries (org_id, document_ref, id)',
      `create index deliveries_due on deliveries (next_attempt_at) where state = 'queued'`,
      suppressed,
      ...tables.flatMap(tenantTable),
      ...readableBySystem('fiscal_cfdi', 'deliveries'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table ${table}`);
  }
}
