/**
 * The message of every issue of a payroll row, in the order of the contract. The issue's field states the
 * position. For some codes, docs/errors.md has another sentence:
 *
 * - tax_system_invalid: the tax regime of an employee must be 605
 * - employee_number_invalid: the employee number must have 1 to 15 characters
 * - department_invalid: the department must have 1 to 100 characters and no vertical bar
 * - job_title_invalid: the job title must have 1 to 100 characters and no vertical bar
 * - not_in_roster: the employee is no longer in the selection of the run
 * - not_employed_in_period: the employee was not employed on any day of the period
 * - period_already_paid: another receipt already pays the employee for a part of the period
 * - unsupported_contract: payroll can be calculated only for employment contracts (c_TipoContrato 01 to 08), for
 *   09 and 99 in a regime that is taxed like wages, and for 10 in an ordinary run of pensions; otherwise give
 *   the lines of the row
 * - unsupported_regime: payroll can be calculated only for wages (c_TipoRegimen 02), for income that is taxed like
 *   wages (05 to 11; 10 only in an extraordinary run) and for pensions (12) in an ordinary run; otherwise give
 *   the lines of the row
 * - minimum_wage_zone_missing: neither the employee nor the employer has a zone of the minimum wage; set the
 *   zone for one of them
 * - invalid_salary: the daily wage must be above 0 and small enough to be stored
 * - employee_missing: your organization has no employee for this row
 * - invalid_request: the receipt cannot have this line or value; correct it, or leave the row out if nothing
 *   is left to pay
 */
export const payrollIssueMessages = {
  rfc_invalid: 'The employee has no RFC of a person; write its 13 characters.',
  tax_system_invalid: 'An employee has regime 605.',
  postal_code_invalid: 'The postal code is not an active code of c_CodigoPostal; correct it.',
  curp_invalid: 'The employee has no valid CURP; write its 18 characters.',
  employee_number_invalid: 'An employee number has 1 to 15 characters.',
  contract_type_invalid: 'The contract is not an active code of c_TipoContrato; choose another.',
  regime_type_invalid:
    'Contracts 01 to 08 have regime 02, 03 or 04; other contracts have another regime.',
  payment_frequency_invalid:
    'Ordinary payroll has a frequency of c_PeriodicidadPago other than 99; extraordinary payroll has 99.',
  unsupported_regime:
    'Payroll is calculated for wages, c_TipoRegimen 02, income taxed like wages, 05 to 11 (10 only in extraordinary runs), and ordinary pensions, 12; give the lines of others.',
  unsupported_contract:
    'Payroll is calculated for employments, c_TipoContrato 01 to 08, in regimes 05 to 11 for 09 and 99, and for ordinary pensions, 10; give the lines of others.',
  unsupported_frequency: 'Payroll is not calculated for this c_PeriodicidadPago.',
  state_code_missing:
    'The state where the employee works is missing; the employer may give one for all.',
  social_security_number_missing:
    'With an employer registration the employee needs a social security number (NOM44).',
  employment_start_missing: 'The day on which the employment began is missing.',
  position_risk_missing:
    'With an employer registration the position needs a code of c_RiesgoPuesto (NOM44).',
  integrated_daily_salary_missing:
    'With an employer registration the employee needs an integrated daily salary (NOM44).',
  bank_account_invalid:
    'The account has 10, 11, 16 or 18 digits; check the last digit of a CLABE, which takes no bank code beside it.',
  job_title_invalid: 'A job title has 1 to 100 characters, without a bar.',
  department_invalid: 'A department has 1 to 100 characters, without a bar.',
  work_schedule_type_invalid: 'The work schedule is not an active code of c_TipoJornada.',
  contribution_base_salary_invalid:
    'The contribution base salary is outside the limits of LSS art. 28.',
  salary_missing:
    'The employee has no daily wage; a payment after the employment may give the last monthly salary instead.',
  salary_below_minimum_wage: 'The daily wage is below the minimum wage of the zone.',
  minimum_wage_zone_missing:
    'Neither the employee nor the employer says the zone of the minimum wage; give it for one of them.',
  employer_rfc_missing: 'The organization has no fiscal profile with an RFC.',
  employer_registration_missing: 'Employments need a registration at the IMSS (NOM42).',
  employer_curp_missing: 'An employer who is a natural person needs a CURP (NOM6).',
  invalid_salary: 'The daily wage is not above zero, or too large for a record.',
  not_employed_in_period: 'The employment does not touch the period.',
  sdi_below_daily_wage: 'The integrated daily salary is below the daily wage.',
  rules_unavailable:
    'Figures of law for the day are not published or not installed; missingRules names them.',
  negative_net: 'The deductions exceed the earnings.',
  employee_missing: 'The row names no employee of the organization.',
  not_in_roster: 'The selection of the run does not include the employee any more.',
  period_already_paid: 'Another receipt pays the employee a part of the period.',
  subsidy_line_invalid: 'Wages have the subsidy, 002, or its corrections, 007 and 008 (NOM105).',
  subsidy_ceiling_exceeded: 'More subsidy was caused than the SAT stamps (NOM101, NOM108).',
  subsidy_month_cap_exceeded: "The subsidy caused is above a month's amount for each month paid.",
  invalid_request:
    'The receipt cannot contain this line or value; correct it, or leave out the row if nothing is left to pay.',
  amounts_changed: 'The amounts differ from those that were shown; look at them and stamp again.',
  stamp_failed:
    'The PAC refused the receipt or did not receive it; see rejectionCode and rejection.',
  stamp_unconfirmed: 'The outcome of the stamp at the PAC is still unknown; Timbre keeps asking.',
} as const satisfies Record<string, string>;

export type PayrollIssueCode = keyof typeof payrollIssueMessages;

export const payrollIssueCodes = Object.keys(payrollIssueMessages) as PayrollIssueCode[];
