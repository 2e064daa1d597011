import { Migration } from '@mikro-orm/migrations';

/** The summary of an act on a payroll document says what somebody earns. */
export class GuardPayrollApprovals extends Migration {
  override up(): void {
    const statements = [
      'alter table approvals add column is_payroll boolean not null default false',
      // As their owner, whom row-level security shuts out like everybody.
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
