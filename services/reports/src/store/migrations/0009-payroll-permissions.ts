import { Migration } from '@mikro-orm/migrations';
import { payrollTable } from '@timbre/kit';

const tables = ['cfdi_facts', 'cfdi_deltas', 'cfdi_rollup'];

/** Callers without payroll permissions get sums without the part of payroll documents. */
export class HidePayroll extends Migration {
  override up(): void {
    for (const table of tables) {
      for (const sql of payrollTable('reports', table, `kind = 'payroll'`)) this.addSql(sql);
    }
  }

  override down(): void {
    for (const table of tables) this.addSql(`drop policy payroll on ${table}`);
  }
}
