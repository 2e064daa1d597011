import { Migration } from '@mikro-orm/migrations';

/** Large, written once, and carried along by every later write of a row unless they lie apart. */
const apart = ['explanation', 'stamp_input'];
/** Small, and many: trying to compress each of them costs more than the write. */
const inRow = [
  'issues', 'incidents', 'totals', 'earnings', 'deductions', 'other_payments', 'details', 'salary',
  'cancellation', 'employee_name', 'search_text', 'document_ref',
]; // prettier-ignore

const storage = (columns: readonly string[], how: string): string =>
  `alter table payroll_rows ${columns.map((name) => `alter ${name} set storage ${how}`).join(', ')}`;

export class NarrowRows extends Migration {
  override up(): void {
    this.addSql('alter table payroll_rows reset (toast_tuple_target)');
    this.addSql(storage(apart, 'external'));
    this.addSql(storage(inRow, 'main'));
  }

  override down(): void {
    this.addSql(storage([...apart, ...inRow], 'extended'));
    this.addSql('alter table payroll_rows set (toast_tuple_target = 4080)');
  }
}
