import { Migration } from '@mikro-orm/migrations';

/** Jobs find what is due run by run: what waits of one is in nobody's way. */
export class IndexDueRuns extends Migration {
  override up(): void {
    const statements = [
      `create index payroll_runs_stamping on payroll_runs (updated_at) where state = 'stamping'`,
      'drop index payroll_rows_due',
      `create index payroll_rows_due on payroll_rows (org_id, run_id, next_try_at)
        where state in ('queued', 'stamping')`,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index payroll_rows_due');
    this.addSql(`create index payroll_rows_due on payroll_rows (next_try_at)
      where state in ('queued', 'stamping')`);
    this.addSql('drop index payroll_runs_stamping');
  }
}
