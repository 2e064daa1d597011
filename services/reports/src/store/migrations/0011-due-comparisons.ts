import { Migration } from '@mikro-orm/migrations';
import { buildIndex } from '@timbre/kit';

/**
 * The job that compares sums finds the organizations that are due by an index, those never compared first.
 * The index is built while consumers write, so the migration has no transaction.
 */
export class FindDueComparisons extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    const index = `organizations (coalesce(checked_at, '-infinity'), org_id)`;
    for (const sql of buildIndex('organizations_to_compare', index)) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index concurrently organizations_to_compare');
  }
}
