import { Migration } from '@mikro-orm/migrations';
import { buildIndex } from '@timbre/kit';

/**
 * Every organization with a profile has the time of its next query to the PAC, and an index finds the queries
 * that are due. So the job reads no profile of an organization whose query is not due. The migration has no
 * transaction and can be repeated after it was interrupted.
 */
export class FindDuePolls extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    const statements = [
      'alter table fiscal_profiles no force row level security',
      'alter table cancellation_polls no force row level security',
      `insert into cancellation_polls (org_id, due_at, claimed_until)
       select org_id, now(), now() from fiscal_profiles on conflict do nothing`,
      'alter table fiscal_profiles force row level security',
      'alter table cancellation_polls force row level security',
      ...buildIndex('cancellation_polls_due', 'cancellation_polls (due_at)'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index concurrently cancellation_polls_due');
  }
}
