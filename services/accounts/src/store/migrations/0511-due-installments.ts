import { Migration } from '@mikro-orm/migrations';
import { buildIndex } from '@timbre/kit';

/**
 * The job that announces installments finds those of all organizations by their day, so it need not visit
 * each organization at its midnight. `organizations.announced_on` is no longer read. The index is built while
 * requests write. The migration therefore has no transaction and can be repeated after it was interrupted.
 */
export class FindDueInstallments extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    const due = `dues (due_on)
      where open > 0 and kind <> 'undated' and announced is distinct from 'overdue'`;
    for (const sql of buildIndex('dues_to_announce', due)) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index concurrently dues_to_announce');
  }
}
