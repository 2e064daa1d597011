import { Migration } from '@mikro-orm/migrations';

/** What a document is made of is written and read as a whole: taking it apart for jsonb and putting
 * it together again cost more than keeping it. */
export class AddStampText extends Migration {
  override up(): void {
    this.addSql('alter table payroll_rows add column stamp_text text');
    this.addSql('alter table payroll_rows alter stamp_text set storage external');
  }

  override down(): void {
    this.addSql('alter table payroll_rows drop column stamp_text');
  }
}
