import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * The subject that another service may be about to change: an expense by its reference, or a
 * contact.
 */
const fences = `create table fences (
  org_id uuid not null,
  subject text not null,
  number int generated always as identity,
  opened_at timestamptz not null default now(),
  primary key (org_id, subject, number)
)`;

export class AddFences extends Migration {
  override up(): void {
    const statements = [
      fences,
      'create index fences_age on fences (org_id, opened_at)',
      ...tenantTable('fences'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table fences');
  }
}
