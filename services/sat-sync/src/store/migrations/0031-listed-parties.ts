import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/**
 * The contacts of an organization in the state of commerce's last event; they are compared with the
 * lists.
 */
const contacts = `create table watched_contacts (
  org_id uuid not null,
  contact_id uuid not null,
  version int not null,
  kind text not null,
  legal_name text not null,
  rfc text,
  deleted boolean not null,
  primary key (org_id, contact_id)
)`;

/** The last event about each party of an organization that is, or was, on a list. */
const parties = `create table listed_parties (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  rfc text not null,
  entries jsonb not null,
  announced_at timestamptz not null,
  primary key (org_id, id)
)`;

/** The time of the last comparison of an organization's parties with the lists. */
const checks = `create table list_checks (
  id uuid not null,
  org_id uuid primary key,
  checked_at timestamptz not null
)`;

const tables = ['watched_contacts', 'listed_parties', 'list_checks'];

export class WatchLists extends Migration {
  override up(): void {
    const statements = [
      contacts,
      'create index watched_contacts_rfc on watched_contacts (org_id, rfc) where not deleted',
      parties,
      'create unique index listed_parties_rfc on listed_parties (org_id, rfc)',
      checks,
      ...tables.flatMap(tenantTable),
      ...readableBySystem('sat_sync', 'list_checks'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table ${table}`);
  }
}
