import { Migration } from '@mikro-orm/migrations';

/**
 * These columns are large and written once; stored separately, they are not copied by every later write of
 * the row.
 */
const apart = ['explanation', 'stamp_input'];
/**
 * These columns are small and many, so trying to compress each of them would cost more than the
 * write.
 */
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
