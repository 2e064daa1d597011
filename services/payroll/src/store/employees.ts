import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { employee, employeeSummary } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  type Answer,
  instant,
  json,
  type List,
  type Members,
  number,
  object,
  resource,
} from '@timbre/kit';
import type { payroll } from '@timbre/contract';
import type { MinimumWageZone } from '../domain/rules/dated-rule';
import type { SalaryEntry } from '../domain/salary-history';

/**
 * An employee of the organization. An employee may lack data that a payroll needs. Readiness
 * reports which data are missing.
 */
export const Employee = defineEntity({
  name: 'Employee',
  tableName: 'employees',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    legalName: p.text(),
    rfc: p.text().nullable(),
    taxSystem: p.text().nullable(),
    postalCode: p.text().nullable(),
    curp: p.text().nullable(),
    employeeNumber: p.text().nullable(),
    contractType: p.text().nullable(),
    regimeType: p.text().nullable(),
    paymentFrequency: p.text().nullable(),
    stateCode: p.text().nullable(),
    socialSecurityNumber: p.text().nullable(),
    employmentStartedOn: p.date().nullable(),
    employmentEndedOn: p.date().nullable(),
    positionRisk: p.text().nullable(),
    /** The daily wage of the newest entry in `salaryHistory`. */
    dailyWage: p.decimal().nullable(),
    integratedDailySalary: p.decimal().nullable(),
    contributionBaseSalary: p.decimal().nullable(),
    salaryHistory: p.json<SalaryEntry[]>(),
    bankAccount: p.text().nullable(),
    bankCode: p.text().nullable(),
    jobTitle: p.text().nullable(),
    department: p.text().nullable(),
    workScheduleType: p.text().nullable(),
    minimumWageZone: p.text().$type<MinimumWageZone>().nullable(),
    workdayHours: p.decimal().nullable(),
    hasSubsidyElsewhere: p.boolean().nullable(),
    email: p.text().nullable(),
    recurringEarnings: p.json<payroll.GivenItem[]>().nullable(),
    recurringDeductions: p.json<payroll.GivenItem[]>().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Employee = InferEntity<typeof Employee>;

/** SQL that reads a decimal as a number. JSON columns store decimals as text, so that they stay exact. */
const shown = (name: string) => number(`(i.item->>'${name}')::numeric`);

type Shape = Answer<typeof employee>;
type Item = NonNullable<Shape['recurringEarnings']>[number];

const item = object<Item>({
  type: `i.item->'type'`,
  code: `i.item->'code'`,
  description: `i.item->'description'`,
  basis: `i.item->'basis'`,
  amount: shown('amount'),
  percent: shown('percent'),
  factor: shown('factor'),
  unitValue: shown('unitValue'),
});

const items = (column: string) =>
  json<Item[]>(`(select json_agg(${item} order by i.position)
  from jsonb_array_elements(${column}) with ordinality i (item, position))`);

const salary = object<Shape['salaryHistory'][number]>({
  effectiveOn: `i.item->'effectiveOn'`,
  dailyWage: shown('dailyWage'),
  integratedDailySalary: shown('integratedDailySalary'),
  contributionBaseSalary: shown('contributionBaseSalary'),
});

const salaryHistory = `(select json_agg(${salary} order by i.position)
  from jsonb_array_elements(r.salary_history) with ordinality i (item, position))`;

const summary: Members<Answer<typeof employeeSummary>> = {
  employeeId: 'r.id',
  legalName: 'r.legal_name',
  status: `case when r.employment_ended_on is null then 'active' else 'terminated' end`,
  employeeNumber: 'r.employee_number',
  rfc: 'r.rfc',
  paymentFrequency: 'r.payment_frequency',
  department: 'r.department',
  jobTitle: 'r.job_title',
  employmentStartedOn: 'r.employment_started_on',
  employmentEndedOn: 'r.employment_ended_on',
  dailyWage: number('r.daily_wage'),
  updatedAt: instant('r.updated_at'),
};

export const employeeResource = resource<Shape>('employee', 'employees', {
  ...summary,
  curp: 'r.curp',
  taxSystem: 'r.tax_system',
  postalCode: 'r.postal_code',
  contractType: 'r.contract_type',
  regimeType: 'r.regime_type',
  stateCode: 'r.state_code',
  socialSecurityNumber: 'r.social_security_number',
  positionRisk: 'r.position_risk',
  integratedDailySalary: number('r.integrated_daily_salary'),
  contributionBaseSalary: number('r.contribution_base_salary'),
  salaryHistory: json(`coalesce(${salaryHistory}, '[]')`),
  bankAccount: 'r.bank_account',
  bankCode: 'r.bank_code',
  workScheduleType: 'r.work_schedule_type',
  minimumWageZone: 'r.minimum_wage_zone',
  workdayHours: number('r.workday_hours'),
  hasSubsidyElsewhere: 'r.has_subsidy_elsewhere',
  email: 'r.email',
  recurringEarnings: items('r.recurring_earnings'),
  recurringDeductions: items('r.recurring_deductions'),
});

export const employeeList: List = {
  name: 'employees',
  resource: resource<Answer<typeof employeeSummary>>('employee', 'employees', summary),
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  instantColumn: 'r.created_at',
};

type Searched = {
  [Name in 'legalName' | 'rfc' | 'curp' | 'employeeNumber' | 'socialSecurityNumber']?:
    string | null | undefined;
};

/** Returns the text of an employee that the list parameter `query` searches. */
export function employeeSearchText(employee: Searched): string {
  const { legalName, rfc, curp, employeeNumber, socialSecurityNumber } = employee;
  return fold(
    [legalName, rfc, curp, employeeNumber, socialSecurityNumber].filter(Boolean).join(' '),
  );
}

/** Maps the fields of a message to the columns of the entity. An empty list is stored as null. */
export function employeeValues(fields: payroll.EmployeeFields) {
  const { recurringEarnings, recurringDeductions, minimumWageZone, ...rest } = fields;
  return {
    ...rest,
    minimumWageZone: minimumWageZone as MinimumWageZone | undefined,
    recurringEarnings: entriesOf(recurringEarnings),
    recurringDeductions: entriesOf(recurringDeductions),
  };
}

const entriesOf = (items: payroll.RecurringItems | undefined) =>
  items?.entries.length === 0 ? null : items?.entries;
