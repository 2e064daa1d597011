import { Migration } from '@mikro-orm/migrations';

const tables = ['sales_facts', 'sales_deltas', 'sales_rollup'];
const columns = ['cost', 'costed_units'];

/**
 * No cost is known of what is counted already: a rebuild asks for it. The default is that of a process from
 * before, which counts while this one starts.
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
