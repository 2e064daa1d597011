import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/** The table has no foreign key, because attempts remain when a rejected draft is deleted. */
const attempts = `create table stamp_attempts (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  cfdi_id uuid not null,
  state text not null check (state in
    ('sealed', 'sending', 'unknown', 'stamped', 'rejected', 'not_sent', 'not_found')),
  requested_by text not null,
  actor text not null,
  pac text,
  refused_by jsonb not null,
  checks int not null,
  sent_at timestamptz,
  next_check_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id),
  check (state in ('sealed', 'not_sent') or (pac is not null and sent_at is not null))
)`;

export class CreateStampAttempts extends Migration {
  override up(): void {
    const open = `where state in ('sealed', 'sending', 'unknown')`;
    const statements = [
      attempts,
      `create unique index stamp_attempts_open on stamp_attempts (org_id, cfdi_id) ${open}`,
      'create index stamp_attempts_request on stamp_attempts (org_id, cfdi_id, requested_by, id)',
      `create index stamp_attempts_due on stamp_attempts (next_check_at) ${open}`,
      ...tenantTable('stamp_attempts'),
      ...readableBySystem('fiscal_cfdi', 'stamp_attempts'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table stamp_attempts');
  }
}
