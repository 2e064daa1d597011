import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

const downloads = `create table document_downloads (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  format text not null check (format in ('xml', 'pdf', 'both')),
  document_refs jsonb not null,
  state text not null check (state in ('preparing', 'ready', 'failed', 'expired')),
  done int not null,
  omitted jsonb not null,
  attempts int not null,
  content_id uuid,
  byte_size bigint,
  error_code text,
  due_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (org_id, id),
  check ((state in ('preparing', 'ready')) = (due_at is not null))
)`;

/**
 * A file in parts that fit into a message; compression is off, because the files are already
 * compressed.
 */
const parts = `create table file_parts (
  org_id uuid not null,
  content_id uuid not null,
  number int not null,
  content bytea not null,
  primary key (org_id, content_id, number)
)`;

const tables = ['document_downloads', 'file_parts'];

export class CreateDocumentDownloads extends Migration {
  override up(): void {
    const statements = [
      downloads,
      'create index document_downloads_due on document_downloads (due_at) where due_at is not null',
      parts,
      'alter table file_parts alter column content set storage external',
      ...tables.flatMap(tenantTable),
      ...readableBySystem('fiscal_cfdi', 'document_downloads'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables) this.addSql(`drop table ${table}`);
  }
}
