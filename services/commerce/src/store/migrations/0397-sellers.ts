import { Migration } from '@mikro-orm/migrations';

const tables = ['sales_receipts', 'quotes'];

/** Who sells. The seller of earlier receipts and quotes is unknown. */
export class KeepSellers extends Migration {
  override up(): void {
    for (const table of tables) this.addSql(`alter table ${table} add column seller text`);
  }

  override down(): void {
    for (const table of tables) this.addSql(`alter table ${table} drop column seller`);
  }
}
