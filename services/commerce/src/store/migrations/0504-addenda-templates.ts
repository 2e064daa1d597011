import { Migration } from '@mikro-orm/migrations';

/** The addenda of a customer's invoices, with placeholders. */
export class KeepAddendaTemplates extends Migration {
  override up(): void {
    this.addSql('alter table contacts add column addenda_template text');
  }

  override down(): void {
    this.addSql('alter table contacts drop column addenda_template');
  }
}
