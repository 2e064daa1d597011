import { Migration } from '@mikro-orm/migrations';
import { readableBySystem } from '@timbre/kit';

/**
 * The last announced warning about the expiry of a certificate, and the version of a wallet for its
 * event.
 */
export class AnnounceEnds extends Migration {
  override up(): void {
    const statements = [
      'alter table certificates add column warned_days int',
      'alter table wallets add column version int not null default 0',
      ...readableBySystem('fiscal_cfdi', 'certificates'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const statements = [
      'drop policy system_jobs on certificates',
      'revoke select on certificates from fiscal_cfdi_system',
      'alter table wallets drop column version',
      'alter table certificates drop column warned_days',
    ];
    for (const sql of statements) this.addSql(sql);
  }
}
