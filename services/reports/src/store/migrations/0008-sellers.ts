import { Migration } from '@mikro-orm/migrations';

const measures = 'receipts, units, gross, discount, refunds, tax, cost, costed_units';

/**
 * The seller of receipts that are already counted is unknown, so they form one group. A rebuild
 * asks commerce for the sellers. The column has a default for processes of the previous version,
 * which still add rows while this version starts; the daily comparison adds the sums by seller that
 * they omit.
 */
export class AddSellers extends Migration {
  override up(): void {
    for (const table of ['sales_facts', 'sales_deltas']) {
      this.addSql(`alter table ${table} add column seller text not null default 'none'`);
    }
    this.addSql('alter table sales_rollup no force row level security');
    this
      .addSql(`insert into sales_rollup (org_id, dimension, grain, starts_on, location, sale_type, status,
        group_key, ${measures})
      select org_id, 'seller', grain, starts_on, location, sale_type, status, 'none', ${measures}
      from sales_rollup where dimension = ''`);
    this.addSql('alter table sales_rollup force row level security');
  }

  override down(): void {
    this.addSql('alter table sales_rollup no force row level security');
    this.addSql(`delete from sales_rollup where dimension = 'seller'`);
    this.addSql('alter table sales_rollup force row level security');
    for (const table of ['sales_facts', 'sales_deltas']) {
      this.addSql(`alter table ${table} drop column seller`);
    }
  }
}
