import { Migration } from '@mikro-orm/migrations';

/** An index for lists of the transactions of one side and kind. */
export class IndexTransactionsByFilters extends Migration {
  override up(): void {
    this.addSql('create index transactions_side_kind on transactions (org_id, side, kind, id)');
  }

  override down(): void {
    this.addSql('drop index transactions_side_kind');
  }
}
