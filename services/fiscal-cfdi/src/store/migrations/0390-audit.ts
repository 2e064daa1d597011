import { Migration } from '@mikro-orm/migrations';
import { auditTable } from '@timbre/kit';

/** Who changed certificates. */
export class CreateAuditTrail extends Migration {
  override up(): void {
    for (const sql of auditTable('fiscal_cfdi')) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table audit_entries');
  }
}
