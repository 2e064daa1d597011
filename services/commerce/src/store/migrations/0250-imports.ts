import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/**
 * `due_at` is the time at which a job continues the import: it reads the file, writes the next
 * rows, or expires the import.
 */
const imports = `create table imports (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  kind text not null check (kind in ('products', 'customers', 'suppliers')),
  state text not null check (state in ('parsing', 'preview', 'committing', 'done', 'failed',
    'canceled', 'expired')),
  file_id text not null,
  file_name text not null,
  rows_done int not null,
  rows_total int,
  counts jsonb,
  results jsonb,
  issues jsonb not null,
  error_code text,
  attempts int not null,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  committed_at timestamptz,
  finished_at timestamptz,
  primary key (org_id, id)
)`;

/** A row of the file; the identifiers of the rows have the order of the file. */
const rows = `create table import_rows (
  id uuid not null,
  org_id uuid not null,
  import_id uuid not null,
  line int not null,
  action text not null,
  "values" jsonb not null,
  cleared jsonb not null,
  issues jsonb not null,
  has_issues boolean not null generated always as (issues <> '[]'::jsonb) stored,
  record_id uuid,
  record_version int,
  location_id uuid,
  result text,
  primary key (org_id, id)
)`;

export class CreateImports extends Migration {
  override up(): void {
    const statements = [
      imports,
      'create index imports_kind on imports (org_id, kind, id)',
      'create index imports_state on imports (org_id, state, id)',
      'create index imports_due on imports (state, due_at) where due_at is not null',
      rows,
      'create index import_rows_import on import_rows (org_id, import_id, id)',
      'create index import_rows_action on import_rows (org_id, import_id, action, id)',
      'create index import_rows_issues on import_rows (org_id, import_id, has_issues, id)',
      `create index import_rows_open on import_rows (org_id, import_id, id)
        where result is null and action in ('create', 'update')`,
      'create index contacts_rfc on contacts (org_id, kind, rfc) where rfc is not null',
      ...['imports', 'import_rows'].flatMap(tenantTable),
      ...readableBySystem('commerce', 'imports'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of ['import_rows', 'imports']) this.addSql(`drop table ${table}`);
    this.addSql('drop index contacts_rfc');
  }
}
