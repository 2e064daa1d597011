import { Migration } from '@mikro-orm/migrations';
import { auditTable } from '@timbre/kit';

/** The audit trail of changes of endpoints and of the secrets that sign for them. */
export class CreateAuditTrail extends Migration {
  override up(): void {
    for (const sql of auditTable('webhooks')) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table audit_entries');
  }
}
