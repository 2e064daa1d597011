import type { PayrollIssueCode } from '@timbre/api';

export type IssueCode = PayrollIssueCode;

export interface Issue {
  readonly code: IssueCode;
  /** The field that must be corrected; absent if the issue does not concern a single field. */
  readonly field?: string;
  /** The rule keys of the missing legal figures, for the issue code `rules_unavailable`. */
  readonly missingRules?: readonly string[];
  /**
   * The rule of law that the value violates, if the issue code alone does not identify the rule.
   */
  readonly legalBasis?: string;
}

/**
 * Issues that exclude the row from the run; with an issue that is not in this list, the row needs
 * attention.
 */
const excludingCodes: ReadonlySet<IssueCode> = new Set(['not_employed_in_period', 'not_in_roster']);

export function isExcluding({ code, field }: Issue): boolean {
  const isUnpaid = code === unpaidIncapacity.code && field === unpaidIncapacity.field;
  return isUnpaid || excludingCodes.has(code);
}

/**
 * The issue for an unpaid incapacity during the whole period. The API has no separate code for an
 * unpaid incapacity during the whole period.
 */
export const unpaidIncapacity = {
  code: 'invalid_request',
  field: 'incidents.incapacities',
} as const satisfies Issue;

/** The field of the employee, the employer or the row that each issue code concerns. */
const fields: Partial<Record<IssueCode, string>> = {
  rfc_invalid: 'rfc',
  tax_system_invalid: 'taxSystem',
  postal_code_invalid: 'postalCode',
  curp_invalid: 'curp',
  employee_number_invalid: 'employeeNumber',
  contract_type_invalid: 'contractType',
  regime_type_invalid: 'regimeType',
  payment_frequency_invalid: 'paymentFrequency',
  unsupported_regime: 'regimeType',
  unsupported_contract: 'contractType',
  unsupported_frequency: 'paymentFrequency',
  state_code_missing: 'stateCode',
  social_security_number_missing: 'socialSecurityNumber',
  employment_start_missing: 'employmentStartedOn',
  position_risk_missing: 'positionRisk',
  integrated_daily_salary_missing: 'integratedDailySalary',
  bank_account_invalid: 'bankAccount',
  job_title_invalid: 'jobTitle',
  department_invalid: 'department',
  work_schedule_type_invalid: 'workScheduleType',
  contribution_base_salary_invalid: 'contributionBaseSalary',
  salary_missing: 'salary',
  salary_below_minimum_wage: 'salary',
  minimum_wage_zone_missing: 'minimumWageZone',
  employer_rfc_missing: 'employer.rfc',
  employer_registration_missing: 'employer.registration',
  employer_curp_missing: 'employer.curp',
  invalid_salary: 'salary',
  not_employed_in_period: 'employmentStartedOn',
  sdi_below_daily_wage: 'integratedDailySalary',
  rules_unavailable: 'paidOn',
  negative_net: 'totals.net',
  employee_missing: 'employeeId',
  not_in_roster: 'employeeId',
  period_already_paid: 'period',
  subsidy_line_invalid: 'otherPayments',
  subsidy_ceiling_exceeded: 'otherPayments',
  subsidy_month_cap_exceeded: 'otherPayments',
  amounts_changed: 'totals.net',
};

/**
 * Creates an issue for the field that belongs to the issue code; for a malformed line, `field` is
 * the path of the line.
 */
export function issueOf(code: IssueCode, field = fields[code]): Issue {
  return field === undefined ? { code } : { code, field };
}

/** Returns the field of an issue as a list of path elements. */
export const pathOf = ({ field = '' }: Issue): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/**
 * Returns issues for the codes whose conditions are true. Each element of the list has the form
 * `condition && code`.
 */
export function codesOf(codes: readonly (IssueCode | false | undefined)[]): Issue[] {
  return codes.filter((code) => typeof code === 'string').map((code) => issueOf(code));
}
