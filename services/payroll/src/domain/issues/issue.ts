/**
 * Every issue code of a payroll row, in the order of the contract. Those that only payroll has:
 * - tax_system_invalid: an employee has regime 605
 * - postal_code_invalid: not an active code of c_CodigoPostal
 * - employee_number_invalid: an employee number has 1 to 15 characters
 * - unsupported_regime: payroll is calculated for wages, c_TipoRegimen 02
 * - unsupported_contract: payroll is calculated for the contracts of employments, c_TipoContrato 01 to 08
 * - state_code_missing: the state where the employee works; the employer may give it for all
 * - social_security_number_missing: with an employer registration the number (NSS) is required (NOM44)
 * - employment_start_missing: the day on which the employment began
 * - position_risk_missing: with an employer registration a code of c_RiesgoPuesto is required (NOM44)
 * - integrated_daily_salary_missing: with an employer registration it is required (NOM44)
 * - job_title_invalid, department_invalid: 1 to 100 characters, without a bar
 * - work_schedule_type_invalid: not an active code of c_TipoJornada
 * - contribution_base_salary_invalid: outside the limits of LSS art. 28
 * - salary_missing: the employee has no daily wage
 * - salary_below_minimum_wage: the daily wage is below the minimum wage of the zone
 * - minimum_wage_zone_missing: neither the employee nor the employer says which minimum wage holds
 * - employer_rfc_missing: the organization has no fiscal profile with an RFC
 * - employer_registration_missing: employments need a registration at the IMSS (NOM42)
 * - employer_curp_missing: an employer who is a natural person needs a CURP (NOM6)
 * - invalid_salary: the daily wage is not above zero, or too large for a record
 * - not_employed_in_period: the employment does not touch the period
 * - sdi_below_daily_wage: the integrated daily salary is below the daily wage
 * - rules_unavailable: figures of law for the day are not published or not installed; missingRules names them
 * - negative_net: the deductions exceed the earnings
 * - not_in_roster: the selection of the run does not include the employee any more
 * - period_already_paid: another receipt pays the employee a part of the period
 * - amounts_changed: the amounts differ from those that were shown; look at them and stamp again
 * - stamp_failed: the PAC refused the receipt, or it never got there; see rejectionCode and rejection
 * - stamp_unconfirmed: the outcome of the stamp at the PAC is still unknown; Timbre keeps asking
 */
export const issueCodes = [
  'rfc_invalid',
  'tax_system_invalid',
  'postal_code_invalid',
  'curp_invalid',
  'employee_number_invalid',
  'contract_type_invalid',
  'regime_type_invalid',
  'payment_frequency_invalid',
  'unsupported_regime',
  'unsupported_contract',
  'unsupported_frequency',
  'state_code_missing',
  'social_security_number_missing',
  'employment_start_missing',
  'position_risk_missing',
  'integrated_daily_salary_missing',
  'bank_account_invalid',
  'job_title_invalid',
  'department_invalid',
  'work_schedule_type_invalid',
  'contribution_base_salary_invalid',
  'salary_missing',
  'salary_below_minimum_wage',
  'minimum_wage_zone_missing',
  'employer_rfc_missing',
  'employer_registration_missing',
  'employer_curp_missing',
  'invalid_salary',
  'not_employed_in_period',
  'sdi_below_daily_wage',
  'rules_unavailable',
  'negative_net',
  'employee_missing',
  'not_in_roster',
  'period_already_paid',
  'subsidy_line_invalid',
  'subsidy_ceiling_exceeded',
  'subsidy_month_cap_exceeded',
  'invalid_request',
  'amounts_changed',
  'stamp_failed',
  'stamp_unconfirmed',
] as const;
export type IssueCode = (typeof issueCodes)[number];

export interface Issue {
  readonly code: IssueCode;
  /** The value to correct; absent when no single value is at fault. */
  readonly field?: string;
  /** For `rules_unavailable`: the keys of the figures of law that are not known. */
  readonly missingRules?: readonly string[];
  /** The rule of law that the value breaks, where the code alone does not name it. */
  readonly legalBasis?: string;
}

/** Issues that exclude the row from the run instead of needing attention. */
const excludingCodes: ReadonlySet<IssueCode> = new Set(['not_employed_in_period', 'not_in_roster']);

export function isExcluding({ code, field }: Issue): boolean {
  const isUnpaid = code === unpaidIncapacity.code && field === unpaidIncapacity.field;
  return isUnpaid || excludingCodes.has(code);
}

/** Incapacities leave nothing to pay in the period; the contract has no code of its own for it. */
export const unpaidIncapacity = {
  code: 'invalid_request',
  field: 'incidents.incapacities',
} as const satisfies Issue;

/** The value that each code points to: a field of the employee, of the employer, or of the row. */
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

/** An issue with the field of its code; for a malformed line, `field` is the line's path. */
export function issueOf(code: IssueCode, field = fields[code]): Issue {
  return field === undefined ? { code } : { code, field };
}

/** The path of the value that an issue points to. */
export const pathOf = ({ field = '' }: Issue): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Issues of the codes whose condition holds; each argument is `condition && code`. */
export function codesOf(codes: readonly (IssueCode | false | undefined)[]): Issue[] {
  return codes.filter((code) => typeof code === 'string').map((code) => issueOf(code));
}
