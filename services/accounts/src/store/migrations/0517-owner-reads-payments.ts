import { Migration } from '@mikro-orm/migrations';

const tables = ['applications', 'payments', 'reversals'];

/**
 * Lets the owner of the tables, which runs migrations, read all their rows, so that a migration can add up
 * applications while requests read.
 */
export class LetOwnerReadPayments extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    for (const table of tables)
      this.addSql(`create policy owner on ${table} for select to accounts_owner using (true)`);
  }

  override down(): void {
    for (const table of tables) this.addSql(`drop policy owner on ${table}`);
  }
}
