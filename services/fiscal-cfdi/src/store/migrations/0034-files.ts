import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/** Files that clients upload; their content is in file_parts under the same identifier. */
const files = `create table files (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  file_name text not null,
  content_type text not null,
  byte_size int not null check (byte_size > 0),
  sha256 text not null,
  state text not null check (state in ('pending', 'stored', 'expired')),
  due_at timestamptz,
  created_at timestamptz not null,
  stored_at timestamptz,
  primary key (org_id, id),
  check ((state = 'pending') = (due_at is not null)),
  check ((state = 'stored') = (stored_at is not null))
)`;

export class CreateFiles extends Migration {
  override up(): void {
    const statements = [
      files,
      'create index files_due on files (due_at) where due_at is not null',
      ...tenantTable('files'),
      ...readableBySystem('fiscal_cfdi', 'files'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table files');
  }
}
