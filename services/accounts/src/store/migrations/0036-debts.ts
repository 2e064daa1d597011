import { Migration } from '@mikro-orm/migrations';

/**
 * The original debt of a document and its reductions, as in its event (`Debt`). A changed debt is
 * announced even if the open balance stays the same. The column is null until the document changes.
 */
export class KeepDebts extends Migration {
  override up(): void {
    this.addSql('alter table documents add column debt jsonb');
  }

  override down(): void {
    this.addSql('alter table documents drop column debt');
  }
}
