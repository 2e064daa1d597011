import { Migration } from '@mikro-orm/migrations';
import { idempotencyTable, instantFunction, messagingTables, tenantTable } from '@timbre/kit';

const contacts = `create table contacts (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  kind text not null check (kind in ('customer', 'supplier')),
  code text,
  legal_name text not null,
  email text,
  rfc text,
  tax_system text,
  phone text,
  address jsonb,
  cfdi_use text,
  credit_enabled boolean,
  credit_by_default boolean,
  default_payment_term_days int,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

export class CreateContacts extends Migration {
  override up(): void {
    const statements = [
      instantFunction,
      ...idempotencyTable('commerce'),
      ...messagingTables('commerce'),
      contacts,
      'create unique index contacts_code on contacts (org_id, kind, code) where code is not null',
      'create index contacts_kind on contacts (org_id, kind, id)',
      ...tenantTable('contacts'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of ['contacts', 'idempotency', 'outbox', 'inbox', 'dead_letters']) {
      this.addSql(`drop table ${table}`);
    }
    this.addSql('drop function instant(timestamptz)');
  }
}
