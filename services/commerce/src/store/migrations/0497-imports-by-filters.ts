import { Migration } from '@mikro-orm/migrations';

/** An index for lists of the imports of one kind and state. */
export class IndexImportsByFilters extends Migration {
  override up(): void {
    this.addSql('create index imports_kind_state on imports (org_id, kind, state, id)');
  }

  override down(): void {
    this.addSql('drop index imports_kind_state');
  }
}
