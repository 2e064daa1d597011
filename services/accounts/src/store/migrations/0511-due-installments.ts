import { Migration } from '@mikro-orm/migrations';

/**
 * The job that announces installments finds those of all organizations by their day, so it need not visit
 * each organization at its midnight. `organizations.announced_on` is no longer read.
 */
export class FindDueInstallments extends Migration {
  override up(): void {
    this.addSql(`create index dues_to_announce on dues (due_on)
      where open > 0 and kind <> 'undated' and announced is distinct from 'overdue'`);
    this.addSql('grant select (org_id, kind, due_on, open, announced) on dues to accounts_system');
    this.addSql('create policy system_jobs on dues for select to accounts_system using (true)');
  }

  override down(): void {
    this.addSql('drop policy system_jobs on dues');
    this.addSql('revoke select on dues from accounts_system');
    this.addSql('drop index dues_to_announce');
  }
}
