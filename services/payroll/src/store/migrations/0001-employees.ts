import { Migration } from '@mikro-orm/migrations';
import { idempotencyTable, instantFunction, messagingTables, tenantTable } from '@timbre/kit';

const employees = `create table employees (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  legal_name text not null,
  rfc text,
  tax_system text,
  postal_code text,
  curp text,
  employee_number text,
  contract_type text,
  regime_type text,
  payment_frequency text,
  state_code text,
  social_security_number text,
  employment_started_on date,
  employment_ended_on date,
  position_risk text,
  daily_wage numeric(18, 6),
  integrated_daily_salary numeric(18, 6),
  contribution_base_salary numeric(18, 6),
  salary_history jsonb not null,
  bank_account text,
  bank_code text,
  job_title text,
  department text,
  work_schedule_type text,
  minimum_wage_zone text check (minimum_wage_zone in ('general', 'border')),
  workday_hours numeric(4, 2),
  has_subsidy_elsewhere boolean,
  email text,
  recurring_earnings jsonb,
  recurring_deductions jsonb,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

/**
 * The employer's data that only payroll stores; the RFC comes from fiscal-cfdi. An organization has
 * one row in this table.
 */
const employers = `create table employers (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  registration text,
  curp text,
  state_code text,
  minimum_wage_zone text check (minimum_wage_zone in ('general', 'border')),
  settings jsonb not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

export class CreateEmployees extends Migration {
  override up(): void {
    const statements = [
      instantFunction,
      ...idempotencyTable('payroll'),
      ...messagingTables('payroll'),
      employees,
      `create unique index employees_number on employees (org_id, employee_number)
        where employee_number is not null`,
      'create index employees_frequency on employees (org_id, payment_frequency, id)',
      ...tenantTable('employees'),
      employers,
      'create unique index employers_organization on employers (org_id)',
      ...tenantTable('employers'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of [
      'employers',
      'employees',
      'idempotency',
      'outbox',
      'inbox',
      'dead_letters',
    ]) {
      this.addSql(`drop table ${table}`);
    }
    this.addSql('drop function instant(timestamptz)');
  }
}
