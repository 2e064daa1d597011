import {
  accountLengths,
  clabeLength,
  isClabe,
  isCurp,
  isCurpOfRfc,
  isEmployerRegistration,
  isNss,
  isPersonRfc,
  Rfc,
  wagesTaxSystem,
} from '@timbre/fiscal';
import { isActiveCode } from '../catalog-codes';
import { isGiven, stateCodeOf } from '../employee';
import type { Employee, Employer, Maybe } from '../employee';
import type { PayrollPeriod } from '../calculation/input';
import { canJoin, hasEmployment } from './contract-and-regime';
import { codesOf } from './issue';
import type { Issue } from './issue';

/**
 * Returns the issues of the employee and employer data that the document requires, for calculated and for
 * manual rows (complement 1.2, revision E).
 */
export function identityIssues(
  employee: Employee,
  employer: Employer,
  period: Pick<PayrollPeriod, 'paymentFrequency' | 'paidOn'>,
): Issue[] {
  const on = period.paidOn;
  const document = codesOf([
    !isPersonRfc(employee.rfc ?? '') && 'rfc_invalid',
    employee.taxSystem !== wagesTaxSystem && 'tax_system_invalid',
    !isActiveCode('c_CodigoPostal', employee.postalCode, on) && 'postal_code_invalid',
    !isOwnCurp(employee) && 'curp_invalid',
    !isText(employee.employeeNumber, 15) && 'employee_number_invalid',
    !isActiveCode('c_TipoContrato', employee.contractType, on) && 'contract_type_invalid',
    !isRegime(employee, on) && 'regime_type_invalid',
    !isFrequencyOfRun(employee, period) && 'payment_frequency_invalid',
    !isGiven(stateCodeOf(employee)) && 'state_code_missing',
    !isGiven(employee.employmentStartedOn) && 'employment_start_missing',
    !isBankAccount(employee, on) && 'bank_account_invalid',
    isGiven(employee.jobTitle) && !isText(employee.jobTitle, 100) && 'job_title_invalid',
    isGiven(employee.department) && !isText(employee.department, 100) && 'department_invalid',
    isGiven(employee.workScheduleType) &&
      !isActiveCode('c_TipoJornada', employee.workScheduleType, on) &&
      'work_schedule_type_invalid',
  ]);
  return [
    ...document,
    ...(hasRegistration(employer, employee, on) ? registrationIssues(employee, on) : []),
    ...employerIssues(employer, employee),
  ];
}

/**
 * Whether the document states the employer's registration. A document whose contract type is not an
 * employment has no registration (NOM43). An invalid contract counts as an employment here, because
 * another issue reports the invalid contract.
 */
function hasRegistration({ registration }: Employer, { contractType }: Employee, on: string) {
  if (!isGiven(registration)) return false;
  return hasEmployment(contractType) || !isActiveCode('c_TipoContrato', contractType, on);
}

/**
 * Returns the issues of social security data, which are required if the document states the employer's
 * registration (NOM44).
 */
function registrationIssues(employee: Employee, on: string): Issue[] {
  const salary = employee.integratedDailySalary;
  return codesOf([
    !isNss(employee.socialSecurityNumber ?? '') && 'social_security_number_missing',
    !isActiveCode('c_RiesgoPuesto', employee.positionRisk, on) && 'position_risk_missing',
    !(isGiven(salary) && salary.isPositive()) && 'integrated_daily_salary_missing',
  ]);
}

/** Returns the issues of the employer data. An employer who is a natural person needs a CURP (NOM6). */
function employerIssues(employer: Employer, employee: Employee): Issue[] {
  const rfc = Rfc.parse(employer.rfc ?? '');
  return codesOf([
    rfc === undefined && 'employer_rfc_missing',
    lacksRegistration(employer, employee) && 'employer_registration_missing',
    rfc?.kind === 'fisica' && !isCurp(employer.curp ?? '') && 'employer_curp_missing',
  ]);
}

/**
 * Whether the employer's registration is missing. An employment contract requires a registration
 * (NOM42). Without a registration, no social security contributions are calculated.
 */
export const lacksRegistration = (
  { registration }: Pick<Employer, 'registration'>,
  { contractType }: Pick<Employee, 'contractType'>,
): boolean => hasEmployment(contractType) && !isEmployerRegistration(registration ?? '');

const isOwnCurp = ({ curp, rfc }: Employee): boolean =>
  isCurp(curp ?? '') && isCurpOfRfc(curp ?? '', rfc ?? '');

function isRegime(employee: Employee, on: string): boolean {
  if (!isActiveCode('c_TipoRegimen', employee.regimeType, on)) return false;
  return canJoin(employee.contractType, employee.regimeType, on);
}

function isFrequencyOfRun(
  { paymentFrequency }: Employee,
  period: Pick<PayrollPeriod, 'paymentFrequency' | 'paidOn'>,
): boolean {
  if (!isActiveCode('c_PeriodicidadPago', paymentFrequency, period.paidOn)) return false;
  return paymentFrequency === period.paymentFrequency;
}

/**
 * Whether the bank account is valid (NOM62 to NOM65). A CLABE contains the code of the bank, and any
 * other account needs a separate bank code.
 */
function isBankAccount(employee: Employee, on: string): boolean {
  const { bankAccount, bankCode } = employee;
  if (!isGiven(bankAccount)) return true;
  if (bankAccount.length === clabeLength) return isClabe(bankAccount) && !isGiven(bankCode);
  if (!/^\d+$/.test(bankAccount) || !accountLengths.has(bankAccount.length)) return false;
  return isActiveCode('c_Banco', bankCode, on);
}

/**
 * Whether a text is allowed in the payroll complement: it is not blank and contains no bar or
 * control characters.
 */
function isText(text: Maybe<string>, lengthMax: number): boolean {
  if (!isGiven(text) || text.trim() === '') return false;
  return [...text].length <= lengthMax && /^[^|\p{Cc}]+$/u.test(text);
}
