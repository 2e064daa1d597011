import { Migration } from '@mikro-orm/migrations';
import { buildIndex } from '@timbre/kit';

/**
 * The job that queries the PAC finds the organizations that are due by an index. The index is built while
 * queries are scheduled, so the migration has no transaction.
 */
export class FindDuePolls extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    const index = 'cancellation_polls (due_at)';
    for (const sql of buildIndex('cancellation_polls_due', index)) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index concurrently cancellation_polls_due');
  }
}
