import { Migration } from '@mikro-orm/migrations';
import { factTables, tablesOf } from '../fact-tables';

export class CreateSalesFacts extends Migration {
  override up(): void {
    const statements = factTables({
      name: 'sales',
      filters: ['location', 'saleType', 'status'],
      groups: ['customer', 'product', 'paymentForm', 'hour'],
      measures: ['receipts', 'units', 'gross', 'discount', 'refunds', 'tax'],
    });
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tablesOf('sales')) this.addSql(`drop table ${table}`);
  }
}
