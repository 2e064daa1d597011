import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * A mail of a sandbox in the form in which its recipient would receive it. The mail and its
 * delivery have the same identifier.
 */
const mails = `create table mails (
  id uuid not null,
  org_id uuid not null,
  document_ref text not null,
  recipient text not null,
  from_name text not null,
  subject text not null,
  text text not null,
  search_text text not null,
  created_at timestamptz not null,
  primary key (org_id, id)
)`;

const files = `create table mail_files (
  id uuid not null,
  org_id uuid not null,
  mail_id uuid not null,
  position int not null,
  file_name text not null,
  content_type text not null,
  content bytea not null,
  primary key (org_id, id),
  foreign key (org_id, mail_id) references mails (org_id, id) on delete cascade
)`;

/** The mailbox of a sandbox; a mail that contains a secret is never put into a mailbox. */
export class CreateMailbox extends Migration {
  override up(): void {
    const statements = [
      mails,
      files,
      'create index mail_files_of_mail on mail_files (org_id, mail_id)',
      ...['mails', 'mail_files'].flatMap(tenantTable),
      'alter table mailings add column secret boolean not null default false',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('alter table mailings drop column secret');
    this.addSql('drop table mail_files');
    this.addSql('drop table mails');
  }
}
