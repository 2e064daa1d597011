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
export const payrollIssueCodes = [
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
