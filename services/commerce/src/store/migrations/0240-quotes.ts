import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

const quotes = `create table quotes (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  folio_number int not null,
  status text not null
    check (status in ('draft', 'sent', 'accepted', 'converted', 'expired', 'canceled')),
  customer_id uuid,
  content jsonb not null,
  pending_revision jsonb,
  issue_date date not null,
  expires_at timestamptz not null,
  revision_number int check (revision_number > 0),
  sent_at timestamptz,
  last_published_at timestamptz,
  acceptance jsonb,
  receipt_id uuid,
  mail jsonb,
  mail_at timestamptz,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  check ((mail is null) = (mail_at is null)),
  check (status not in ('sent', 'accepted', 'converted') or revision_number is not null),
  check (status not in ('accepted', 'converted') or acceptance is not null),
  check ((status = 'converted') = (receipt_id is not null))
)`;

/** Folios of quotes count from 1 in each organization. */
const counters = `create table quote_folios (
  org_id uuid not null,
  last int not null,
  primary key (org_id)
)`;

const tables = ['quotes', 'quote_folios'];

export class CreateQuotes extends Migration {
  override up(): void {
    const statements = [
      quotes,
      'create unique index quotes_folio on quotes (org_id, folio_number)',
      'create index quotes_status on quotes (org_id, status, id)',
      'create index quotes_customer on quotes (org_id, customer_id, id)',
      `create index quotes_expiring on quotes (expires_at) where status in ('draft', 'sent')`,
      'create index quotes_mail on quotes (mail_at) where mail_at is not null',
      counters,
      ...tables.flatMap(tenantTable),
      ...readableBySystem('commerce', 'quotes'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table ${table}`);
  }
}
