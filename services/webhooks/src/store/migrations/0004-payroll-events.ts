import { Migration } from '@mikro-orm/migrations';

const guard = (from: string, to: string): string[] => [
  // The update runs as the owner of the table, so forced row-level security is lifted for it.
  'alter table events no force row level security',
  `update events set permission = '${to}' where permission = '${from}' and type like 'cfdi.%'
     and body like '%"kind":"payroll"%'`,
  'alter table events force row level security',
];

/** The events of payroll documents need the permission of the payroll area. */
export class GuardPayrollEvents extends Migration {
  override up(): void {
    for (const sql of guard('invoices:read', 'employees:read')) this.addSql(sql);
  }

  override down(): void {
    for (const sql of guard('employees:read', 'invoices:read')) this.addSql(sql);
  }
}
