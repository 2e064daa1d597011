import { Migration } from '@mikro-orm/migrations';

/**
 * Lets the job that announces installments read the dues of all organizations. A new policy locks the table.
 * Requests queue behind a migration that waits for this lock, so it waits no longer than a request may and
 * fails; it can then be repeated.
 */
export class ShowDueInstallments extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql('grant select (org_id, kind, due_on, open, announced) on dues to accounts_system');
    this.addSql('drop policy if exists system_jobs on dues');
    this.addSql('create policy system_jobs on dues for select to accounts_system using (true)');
  }

  override down(): void {
    this.addSql('drop policy system_jobs on dues');
    this.addSql('revoke select on dues from accounts_system');
  }
}
