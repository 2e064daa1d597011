import { Migration } from '@mikro-orm/migrations';
import { factTables, tablesOf } from '../fact-tables';

export class CreateCollectionFacts extends Migration {
  override up(): void {
    const statements = factTables({
      name: 'collection',
      filters: [],
      groups: ['customer'],
      measures: [
        'invoiced',
        'credited',
        'collected',
        'expected',
        'collectedOfExpected',
        'current',
        'days1To30',
        'days31To60',
        'days61To90',
        'over90',
      ],
    });
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tablesOf('collection')) this.addSql(`drop table ${table}`);
  }
}
