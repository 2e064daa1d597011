import { Migration } from '@mikro-orm/migrations';

/** An index for payroll, which queries many receipts at once by the keys of its rows. */
export class IndexPayrollAttempts extends Migration {
  override up(): void {
    this.addSql(`create index stamp_attempts_payroll on stamp_attempts (org_id, requested_by, id)
      where requested_by like 'payroll %'`);
  }

  override down(): void {
    this.addSql('drop index stamp_attempts_payroll');
  }
}
