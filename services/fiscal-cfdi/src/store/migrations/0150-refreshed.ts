import { Migration } from '@mikro-orm/migrations';

/** The fields of the receiver that changed when a document was stamped again after a refusal. */
export class AddRefreshed extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column refreshed jsonb');
  }

  override down(): void {
    this.addSql('alter table cfdi drop column refreshed');
  }
}
