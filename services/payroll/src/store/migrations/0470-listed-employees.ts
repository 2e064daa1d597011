import { Migration } from '@mikro-orm/migrations';

const indexes = {
  employees_active: 'employees (org_id, (employment_ended_on is null), id)',
};

/** An index of employees who left, so that a list of them reads no other employees. */
export class IndexListedEmployees extends Migration {
  override up(): void {
    for (const [name, rows] of Object.entries(indexes))
      this.addSql(`create index ${name} on ${rows}`);
  }

  override down(): void {
    for (const name of Object.keys(indexes)) this.addSql(`drop index ${name}`);
  }
}
