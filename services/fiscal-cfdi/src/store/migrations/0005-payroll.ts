import { Migration } from '@mikro-orm/migrations';

/** What a payroll document pays, as its detail shows it. */
export class AddPayroll extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column payroll jsonb');
  }

  override down(): void {
    this.addSql('alter table cfdi drop column payroll');
  }
}
