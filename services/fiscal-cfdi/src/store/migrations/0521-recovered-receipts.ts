import { Migration } from '@mikro-orm/migrations';
import { payrollTable, tenantTable } from '@timbre/kit';

const recovered = `create table recovered_receipts (
  org_id uuid not null,
  document_id uuid not null,
  curp text not null,
  employee_number text not null,
  payroll_type text not null,
  period_started_on date not null,
  period_ended_on date not null,
  paid_on date not null,
  taken_by text,
  created_at timestamptz not null,
  primary key (org_id, document_id),
  foreign key (org_id, document_id) references cfdi (org_id, id)
)`;

/**
 * Payroll receipts that were recovered after a restore without a draft. A row of a payroll run takes its
 * receipt here instead of a second stamp.
 */
export class CreateRecoveredReceipts extends Migration {
  override up(): void {
    const statements = [
      recovered,
      'create index recovered_receipts_curp on recovered_receipts (org_id, curp)',
      'create index recovered_receipts_taken on recovered_receipts (org_id, taken_by)',
      ...tenantTable('recovered_receipts'),
      ...payrollTable('fiscal_cfdi', 'recovered_receipts', 'true'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table recovered_receipts');
  }
}
