import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

const syncs = `create table syncs (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  rfc text not null,
  requested_at timestamptz not null,
  primary key (org_id, id)
)`;

const sources = `create table sync_sources (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  sync_id uuid not null,
  rfc text not null,
  source text not null,
  state text not null
    check (state in ('queued', 'running', 'waiting_for_sat', 'completed', 'failed', 'canceled')),
  fiscal_years jsonb not null,
  found int not null,
  imported int not null,
  updated int not null,
  skipped int not null,
  error_code text,
  error_message text,
  attempts int not null,
  due_at timestamptz,
  primary key (org_id, id)
)`;

/**
 * Synchronizations: one row for each synchronization, and one row for each of its sources; each
 * source runs independently.
 */
export class CreateSyncs extends Migration {
  override up(): void {
    const statements = [
      syncs,
      sources,
      'create index sync_sources_sync on sync_sources (org_id, sync_id)',
      `create unique index sync_sources_live on sync_sources (org_id, rfc, source)
       where state in ('queued', 'running', 'waiting_for_sat')`,
      'create index sync_sources_due on sync_sources (due_at) where due_at is not null',
      ...['syncs', 'sync_sources'].flatMap(tenantTable),
      ...readableBySystem('sat_sync', 'sync_sources'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of ['sync_sources', 'syncs']) this.addSql(`drop table ${table}`);
  }
}
