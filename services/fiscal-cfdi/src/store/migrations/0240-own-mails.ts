import { Migration } from '@mikro-orm/migrations';

/**
 * A complete mail, whose text and file are stored; any other mail reads the files of its document
 * at each attempt.
 */
export class AddOwnMails extends Migration {
  override up(): void {
    this.addSql(`alter table mailings
      add column subject text, add column text text, add column file_name text,
      add column content_type text, add column content bytea,
      add check (num_nulls(subject, text, file_name, content_type, content) in (0, 5))`);
  }

  override down(): void {
    this.addSql(`alter table mailings drop column subject, drop column text,
      drop column file_name, drop column content_type, drop column content`);
  }
}
