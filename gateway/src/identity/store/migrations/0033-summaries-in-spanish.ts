import { Migration } from '@mikro-orm/migrations';

/** Proposals have their summary in each language. */
export class AddSummariesInSpanish extends Migration {
  override up(): void {
    this.addSql('alter table approvals add summary_es text');
  }

  override down(): void {
    this.addSql('alter table approvals drop summary_es');
  }
}
