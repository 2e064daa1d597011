import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

const period = `kind text not null check (kind in ('ordinary', 'extraordinary')),
  period_started_on date not null,
  period_ended_on date not null,
  paid_on date not null`;

const runs = `create table payroll_runs (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  state text not null check (state in ('draft', 'calculating', 'review', 'stamping',
    'partially_stamped', 'stamped', 'canceled')),
  state_before text,
  name text,
  payment_frequency text not null,
  ${period},
  employee_ids jsonb,
  employer jsonb not null,
  totals jsonb not null,
  calculation_id uuid,
  progress_done int not null,
  progress_total int not null,
  worked_at timestamptz not null,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

/**
 * Amounts are JSON numbers in the form of answers; columns exist for the values that queries need.
 */
const rows = `create table payroll_rows (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  run_id uuid not null,
  employee_id uuid not null,
  employee_name text not null,
  state text not null check (state in ('ready', 'needs_attention', 'excluded', 'queued',
    'stamping', 'stamped', 'rejected', 'canceled')),
  omitted boolean not null check (not omitted or state = 'excluded'),
  source text not null check (source in ('calculated', 'manual')),
  issues jsonb not null,
  incidents jsonb,
  ${period},
  paid_days numeric(12, 3),
  totals jsonb,
  earnings jsonb not null,
  deductions jsonb not null,
  other_payments jsonb not null,
  explanation jsonb,
  details jsonb,
  subsidy_caused numeric(12, 2) not null,
  exempt_aguinaldo numeric(12, 2) not null,
  exempt_vacation_premium numeric(12, 2) not null,
  exempt_profit_sharing numeric(12, 2) not null,
  last_receipt_salary_available boolean not null,
  salary jsonb,
  document_ref text,
  uuid text,
  rejection_code text,
  error_code text,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, run_id) references payroll_runs (org_id, id) on delete cascade
)`;

export class CreatePayrollRuns extends Migration {
  override up(): void {
    const statements = [
      runs,
      'create index payroll_runs_paid on payroll_runs (org_id, paid_on)',
      `create index payroll_runs_calculating on payroll_runs (worked_at)
        where state = 'calculating'`,
      ...tenantTable('payroll_runs'),
      ...readableBySystem('payroll', 'payroll_runs'),
      rows,
      // If a receipt is canceled, another receipt of the same employee may be added.
      `create unique index payroll_rows_employee on payroll_rows (org_id, run_id, employee_id)
        where state <> 'canceled'`,
      'create index payroll_rows_run on payroll_rows (org_id, run_id, id)',
      'create index payroll_rows_state on payroll_rows (org_id, run_id, state)',
      'create index payroll_rows_paid on payroll_rows (org_id, employee_id, paid_on)',
      ...tenantTable('payroll_rows'),
      ...readableBySystem('payroll', 'payroll_rows'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table payroll_rows');
    this.addSql('drop table payroll_runs');
  }
}
