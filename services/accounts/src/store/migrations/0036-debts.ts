import { Migration } from '@mikro-orm/migrations';

/**
 * What a customer owed of a document at first and what lowered it, as its event says it (`Debt`): it is
 * announced when it changes, also if what is open stays. null until something happens to the document.
 */
export class KeepDebts extends Migration {
  override up(): void {
    this.addSql('alter table documents add column debt jsonb');
  }

  override down(): void {
    this.addSql('alter table documents drop column debt');
  }
}
