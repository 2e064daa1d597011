import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const declarations = `create table declarations (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  rfc text not null,
  operation_number text not null,
  fiscal_year int not null,
  period int not null check (period between 0 and 13),
  periodicity text not null,
  declaration_type text not null,
  filed_on date not null,
  legal_name text,
  complementary_type text,
  capture_line text,
  status text,
  total numeric,
  due_on date,
  concepts jsonb not null,
  annexes jsonb not null,
  payments jsonb not null,
  anomalies jsonb not null,
  source text not null check (source in ('portal', 'file')),
  paid_amount numeric,
  payment_date date,
  sort_key text not null,
  search_text text not null,
  scraped_at timestamptz not null,
  primary key (org_id, id)
)`;

const files = `create table sat_files (
  org_id uuid not null,
  document_id uuid not null,
  kind text not null check (kind in ('acuse', 'payment_receipt', 'opinion')),
  content bytea not null,
  sha256 text not null,
  stored_at timestamptz not null,
  primary key (org_id, document_id, kind)
)`;

const opinions = `create table compliance_opinions (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  rfc text not null,
  folio text not null,
  legal_name text,
  result text not null,
  issued_at timestamptz not null,
  valid_until date not null,
  omissions jsonb not null,
  source text not null check (source in ('portal', 'file')),
  search_text text not null,
  scraped_at timestamptz not null,
  primary key (org_id, id)
)`;

const pages = `create table kept_pages (
  id uuid not null,
  org_id uuid not null,
  source text not null,
  reason text not null,
  content text not null,
  kept_at timestamptz not null,
  primary key (org_id, id)
)`;

/** Declarations and opinions with their files, and portal pages in an unknown format. */
export class CreateDeclarations extends Migration {
  override up(): void {
    const statements = [
      declarations,
      'create unique index declarations_number on declarations (org_id, rfc, operation_number)',
      'create index declarations_listed on declarations (org_id, fiscal_year, sort_key, id)',
      files,
      opinions,
      'create unique index compliance_opinions_folio on compliance_opinions (org_id, rfc, folio)',
      pages,
      'create index kept_pages_age on kept_pages (kept_at)',
      ...['declarations', 'sat_files', 'compliance_opinions', 'kept_pages'].flatMap(tenantTable),
      'grant select, delete on kept_pages to sat_sync_system',
      'create policy retention on kept_pages to sat_sync_system using (true)',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of ['kept_pages', 'compliance_opinions', 'sat_files', 'declarations']) {
      this.addSql(`drop table ${table}`);
    }
  }
}
