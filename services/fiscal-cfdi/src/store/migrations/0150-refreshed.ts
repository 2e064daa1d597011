import { Migration } from '@mikro-orm/migrations';

/** What a document that was stamped again after a refusal took anew from its receiver. */
export class AddRefreshed extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column refreshed jsonb');
  }

  override down(): void {
    this.addSql('alter table cfdi drop column refreshed');
  }
}
