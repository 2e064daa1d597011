import { Migration } from '@mikro-orm/migrations';

/** The summary of an action on a payroll document contains a person's earnings. */
export class GuardPayrollApprovals extends Migration {
  override up(): void {
    const statements = [
      'alter table approvals add column is_payroll boolean not null default false',
      // The update runs as the owner of the table, so forced row-level security is lifted for it.
      'alter table approvals no force row level security',
      `update approvals set is_payroll = true where summary like '%- Document: payroll%'`,
      'alter table approvals force row level security',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('alter table approvals drop column is_payroll');
  }
}
