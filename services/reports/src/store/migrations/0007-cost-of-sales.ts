import { Migration } from '@mikro-orm/migrations';

const tables = ['sales_facts', 'sales_deltas', 'sales_rollup'];
const columns = ['cost', 'costed_units'];

/**
 * The cost of receipts that are already counted is unknown; a rebuild asks commerce for it. The
 * column has a default for processes of the previous version, which still add rows while this
 * version starts.
 */
export class AddCostOfSales extends Migration {
  override up(): void {
    for (const table of tables) {
      const added = columns.map((one) => `add column ${one} numeric not null default 0`);
      this.addSql(`alter table ${table} ${added.join(', ')}`);
    }
  }

  override down(): void {
    for (const table of tables) {
      const dropped = columns.map((one) => `drop column ${one}`);
      this.addSql(`alter table ${table} ${dropped.join(', ')}`);
    }
  }
}
