import { Migration } from '@mikro-orm/migrations';

/**
 * The data of a document are written and read as a whole, so converting them to and from jsonb
 * would cost more than storing the text.
 */
export class AddStampText extends Migration {
  override up(): void {
    this.addSql('alter table payroll_rows add column stamp_text text');
    this.addSql('alter table payroll_rows alter stamp_text set storage external');
  }

  override down(): void {
    this.addSql('alter table payroll_rows drop column stamp_text');
  }
}
