import { Migration } from '@mikro-orm/migrations';

/** Documents whose XML arrived and could not be imported, so it is not requested again. */
export class RememberRefusedDocuments extends Migration {
  override up(): void {
    this.addSql('alter table metadata add column is_refused boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table metadata drop column is_refused');
  }
}
