import type { Transaction } from '@timbre/kit';
import type { Employee } from './employees';

/**
 * A read-only employee record. The employee record is not an entity of the ORM, because a payroll
 * reads thousands of employees at a time.
 */
export type EmployeeRecord = Omit<
  Employee,
  'version' | 'organizationId' | 'email' | 'searchText' | 'createdAt' | 'updatedAt'
>;

const columns = {
  id: 'id::text',
  legalName: 'legal_name',
  rfc: 'rfc',
  taxSystem: 'tax_system',
  postalCode: 'postal_code',
  curp: 'curp',
  employeeNumber: 'employee_number',
  contractType: 'contract_type',
  regimeType: 'regime_type',
  paymentFrequency: 'payment_frequency',
  stateCode: 'state_code',
  socialSecurityNumber: 'social_security_number',
  employmentStartedOn: 'employment_started_on::text',
  employmentEndedOn: 'employment_ended_on::text',
  positionRisk: 'position_risk',
  dailyWage: 'daily_wage::text',
  integratedDailySalary: 'integrated_daily_salary::text',
  contributionBaseSalary: 'contribution_base_salary::text',
  salaryHistory: 'salary_history',
  bankAccount: 'bank_account',
  bankCode: 'bank_code',
  jobTitle: 'job_title',
  department: 'department',
  workScheduleType: 'work_schedule_type',
  minimumWageZone: 'minimum_wage_zone',
  workdayHours: 'workday_hours::text',
  hasSubsidyElsewhere: 'has_subsidy_elsewhere',
  recurringEarnings: 'recurring_earnings',
  recurringDeductions: 'recurring_deductions',
} satisfies Record<Extract<keyof EmployeeRecord, string>, string>;

const select = `select ${Object.entries(columns)
  .map(([property, sql]) => `${sql} as "${property}"`)
  .join(', ')} from employees where org_id = $1 and id = any($2::uuid[])`;

/** Reads employee records, keyed by identifier; deleted employees are left out. */
export async function employeeRecords(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, EmployeeRecord>> {
  const found = await tx.rows<EmployeeRecord>(select, [tx.organizationId, ids]);
  return new Map(found.map((record) => [record.id, record]));
}
