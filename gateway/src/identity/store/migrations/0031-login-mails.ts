import { Migration } from '@mikro-orm/migrations';

/**
 * The code in the newest mail to an address, whether or not a person has requested it: the server
 * cannot know.
 */
const mails = `create table login_mails (
  email text primary key,
  code_id uuid not null,
  expires_at timestamptz not null
)`;

/**
 * An address above its quota gets no other mail: the code of the newest mail works in any browser.
 */
export class RememberLoginMails extends Migration {
  override up(): void {
    const statements = [
      mails,
      'create index login_mails_end on login_mails (expires_at)',
      'create index login_codes_id on login_codes (id)',
      // Only the system role reads and writes this table.
      'revoke all on login_mails from gateway_app',
      'grant select, insert, update, delete on login_mails to gateway_system',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index login_codes_id');
    this.addSql('drop table login_mails');
  }
}
