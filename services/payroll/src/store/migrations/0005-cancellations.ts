import { Migration } from '@mikro-orm/migrations';

export class AddCancellations extends Migration {
  override up(): void {
    const statements = [
      `alter table payroll_rows add column cancellation jsonb,
        add column cancel_number int not null default 0`,
      `create index payroll_rows_canceling on payroll_rows (next_try_at)
        where state = 'stamped' and next_try_at is not null`,
      `create index payroll_rows_document on payroll_rows (org_id, document_ref)
        where document_ref is not null`,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index payroll_rows_document');
    this.addSql('drop index payroll_rows_canceling');
    this.addSql('alter table payroll_rows drop column cancellation, drop column cancel_number');
  }
}
