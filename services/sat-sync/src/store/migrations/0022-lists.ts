import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

const files = `create table list_files (
  file text primary key,
  list text not null check (list in ('69b', '69')),
  version uuid not null,
  list_date date not null,
  row_count int not null,
  loaded_at timestamptz not null
)`;

const entries = `create table list_entries (
  file text not null,
  version uuid not null,
  rfc text not null,
  entry jsonb not null
)`;

const profiles = `create table tax_profiles (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  rfc text not null,
  profile jsonb not null,
  source text not null check (source in ('file', 'qr', 'fiel')),
  extracted_at timestamptz not null,
  primary key (org_id, id)
)`;

/** The SAT's public lists, which belong to no organization, and the tax profiles of organizations. */
export class CreateLists extends Migration {
  override up(): void {
    const statements = [
      files,
      entries,
      'create index list_entries_rfc on list_entries (rfc)',
      'create index list_entries_version on list_entries (file, version)',
      'revoke insert, update, delete on list_files, list_entries from sat_sync_app',
      'grant select on list_files, list_entries to sat_sync_app',
      'grant select, insert, update, delete on list_files, list_entries to sat_sync_system',
      profiles,
      'create unique index tax_profiles_rfc on tax_profiles (org_id, rfc)',
      ...tenantTable('tax_profiles'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of ['tax_profiles', 'list_entries', 'list_files']) {
      this.addSql(`drop table ${table}`);
    }
  }
}
