import { Migration } from '@mikro-orm/migrations';

/** An index for lists of the withholding documents of one status and SAT code (CveRetenc). */
export class IndexWithholdingsByFilters extends Migration {
  override up(): void {
    this.addSql(
      'create index withholdings_status_code on withholdings (org_id, status, withholding_code, id)',
    );
  }

  override down(): void {
    this.addSql('drop index withholdings_status_code');
  }
}
