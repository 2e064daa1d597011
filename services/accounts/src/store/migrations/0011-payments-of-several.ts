import { Migration } from '@mikro-orm/migrations';

/** A payment covers several documents, or none. */
export class PaymentsOfSeveral extends Migration {
  override up(): void {
    this.addSql('alter table transactions alter column document_ref drop not null');
  }

  override down(): void {
    this.addSql('alter table transactions alter column document_ref set not null');
  }
}
