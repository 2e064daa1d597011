import { Migration } from '@mikro-orm/migrations';
import { factTables, tablesOf } from '../fact-tables';

export class CreateExpenseFacts extends Migration {
  override up(): void {
    const statements = factTables({
      name: 'expense',
      filters: ['category', 'supplier'],
      groups: ['location', 'paymentForm', 'settlement', 'support'],
      measures: ['count', 'total', 'paid', 'unpaid', 'withCfdi', 'withoutCfdi', 'canceledCfdi'],
    });
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tablesOf('expense')) this.addSql(`drop table ${table}`);
  }
}
