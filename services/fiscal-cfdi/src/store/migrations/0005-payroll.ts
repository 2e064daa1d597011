import { Migration } from '@mikro-orm/migrations';

/** The payment of a payroll document, in the form of its detail. */
export class AddPayroll extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column payroll jsonb');
  }

  override down(): void {
    this.addSql('alter table cfdi drop column payroll');
  }
}
