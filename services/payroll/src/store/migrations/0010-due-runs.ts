import { Migration } from '@mikro-orm/migrations';

/** Jobs find due rows run by run, so the waiting rows of one run do not delay other runs. */
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
