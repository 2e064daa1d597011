import { Migration } from '@mikro-orm/migrations';
import { idempotencyTable, instantFunction, messagingTables, tenantTable } from '@timbre/kit';

const profiles = `create table fiscal_profiles (
  id uuid not null,
  org_id uuid primary key,
  version int not null,
  rfc text not null,
  legal_name text not null,
  tax_system text not null,
  postal_code text not null,
  time_zone text not null,
  updated_at timestamptz not null
)`;

/** No secret in this table can be read without a key that the database does not have. */
const secrets = `create table secrets (
  org_id uuid not null,
  id uuid not null,
  version int not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
)`;

const certificates = `create table certificates (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  kind text not null check (kind in ('csd', 'fiel')),
  certificate_number text not null,
  rfc text not null,
  legal_name text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  certificate bytea not null,
  secret_id uuid not null,
  active boolean not null,
  search_text text not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, secret_id) references secrets (org_id, id)
)`;

const series = `create table series (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  kind text not null check (kind in ('income', 'credit_note', 'transfer', 'payroll',
    'payment_complement', 'withholding')),
  code text not null,
  next_folio bigint not null check (next_folio >= 1),
  is_default boolean not null,
  active boolean not null,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  check (active or not is_default)
)`;

/** The rotation of keys rewraps the data keys of all organizations; it cannot read the secrets. */
const rewrapping = [
  `grant select (org_id, id, version, key_id, wrapped_key),
    update (key_id, wrapped_key) on secrets to fiscal_cfdi_system`,
  'create policy rewrapping on secrets to fiscal_cfdi_system using (true) with check (true)',
];

export class CreateFiscalSetUp extends Migration {
  override up(): void {
    const statements = [
      instantFunction,
      ...idempotencyTable('fiscal_cfdi'),
      ...messagingTables('fiscal_cfdi'),
      profiles,
      secrets,
      certificates,
      'create unique index certificates_number on certificates (org_id, certificate_number)',
      'create unique index certificates_active on certificates (org_id, kind) where active',
      series,
      'create unique index series_code on series (org_id, kind, code)',
      'create unique index series_default on series (org_id, kind) where is_default',
      ...['fiscal_profiles', 'secrets', 'certificates', 'series'].flatMap(tenantTable),
      ...rewrapping,
      'create index secrets_key on secrets (key_id)',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const messaging = ['idempotency', 'outbox', 'inbox', 'dead_letters'];
    for (const table of ['series', 'certificates', 'secrets', 'fiscal_profiles', ...messaging]) {
      this.addSql(`drop table ${table}`);
    }
    this.addSql('drop function instant(timestamptz)');
  }
}
