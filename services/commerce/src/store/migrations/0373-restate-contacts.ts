import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/**
 * Organizations whose contacts must be announced once more, with the last contact that was
 * announced.
 */
const restatements = `create table contact_restatements (
  org_id uuid primary key,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
)`;

/**
 * Contacts that have not changed since another service began to listen are restated, because the
 * broker keeps events only for days.
 */
export class RestateContacts extends Migration {
  override up(): void {
    const statements = [
      restatements,
      'alter table contacts no force row level security',
      'insert into contact_restatements (org_id) select distinct org_id from contacts',
      'alter table contacts force row level security',
      ...tenantTable('contact_restatements'),
      ...readableBySystem('commerce', 'contact_restatements'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table contact_restatements');
  }
}
