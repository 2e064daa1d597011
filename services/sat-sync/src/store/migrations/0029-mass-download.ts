import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * The spans that a downloading source still has to request, and the worker that has claimed the
 * source.
 */
const columns = `alter table sync_sources
  add phase text not null default 'metadata'
    check (phase in ('metadata', 'compare', 'cfdi', 'remainder', 'audit', 'done')),
  add date_from date, add date_to date,
  add spans jsonb not null default '[]',
  add failures int not null default 0,
  add issues jsonb not null default '[]',
  add lease uuid`;

/**
 * The ledger of requests: the SAT counts each tuple for life, so the row is written before the
 * call.
 */
const requests = `create table sat_requests (
  id uuid not null,
  org_id uuid not null,
  source_id uuid not null,
  rfc text not null,
  direction text not null check (direction in ('issued', 'received')),
  request_type text not null check (request_type in ('metadata', 'cfdi')),
  issued_from text not null,
  issued_to text not null,
  state text not null check (state in ('sending', 'again', 'accepted', 'finished', 'empty',
    'too_many', 'used_up', 'refused', 'failed', 'unknown', 'not_sent')),
  uses int not null,
  sat_id text,
  code text,
  documents int,
  checks int not null default 0,
  requested_at timestamptz not null,
  next_check_at timestamptz,
  primary key (org_id, id),
  unique (org_id, rfc, direction, request_type, issued_from, issued_to)
)`;

const packages = `create table packages (
  id uuid not null,
  org_id uuid not null,
  source_id uuid not null,
  request_id uuid not null,
  package_id text not null,
  state text not null check (state in ('listed', 'stored', 'imported', 'lost')),
  downloads int not null default 0,
  next_entry int not null default 0,
  next_download_at timestamptz,
  code text,
  primary key (org_id, id),
  unique (org_id, package_id)
)`;

const parts = `create table package_parts (
  org_id uuid not null,
  package_id uuid not null,
  position int not null,
  bytes bytea not null,
  primary key (org_id, package_id, position)
)`;

/** The row of each document in the SAT's metadata. */
const metadata = `create table metadata (
  org_id uuid not null,
  direction text not null check (direction in ('issued', 'received')),
  uuid uuid not null,
  issuer_rfc text not null,
  issuer_name text not null,
  receiver_rfc text not null,
  receiver_name text not null,
  pac_rfc text not null,
  issued_local text not null,
  certified_local text not null,
  total text not null,
  document_type text not null,
  is_canceled boolean not null,
  canceled_local text,
  is_missing boolean not null default true,
  read_at timestamptz not null,
  primary key (org_id, direction, uuid)
)`;

const tables = ['sat_requests', 'packages', 'package_parts', 'metadata'];

export class CreateMassDownload extends Migration {
  override up(): void {
    const statements = [
      columns,
      requests,
      'create index sat_requests_source on sat_requests (org_id, source_id, id)',
      packages,
      'create index packages_source on packages (org_id, source_id, id)',
      parts,
      'alter table package_parts alter column bytes set storage external',
      metadata,
      'create index metadata_issued on metadata (org_id, direction, issued_local)',
      ...tables.flatMap(tenantTable),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table ${table}`);
    this.addSql(`alter table sync_sources drop phase, drop date_from, drop date_to, drop spans,
      drop failures, drop issues, drop lease`);
  }
}
