import { Migration } from '@mikro-orm/migrations';
import { buildIndex } from '@timbre/kit';

/**
 * The job that compares contacts with the lists of the SAT finds the organizations that are due by an index.
 * The index is built while consumers write, so the migration has no transaction.
 */
export class FindDueListChecks extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const sql of buildIndex('list_checks_due', 'list_checks (checked_at)')) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index concurrently list_checks_due');
  }
}
