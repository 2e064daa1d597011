import {
  isCurp,
  isCurpOfRfc,
  isEmployment,
  isNss,
  type Issue,
  pensionEarnings,
  separationEarnings,
  wagesRegime,
} from '@timbre/fiscal';
import type { PayrollInput, PayrollSource } from './payroll-input';

/**
 * The number of digits in a social security number (NSS) of the IMSS. The social security numbers of other
 * institutions have other lengths.
 */
const imssDigits = 11;

/**
 * Checks the employee to whom a payroll document is issued.
 * - curp_invalid: the CURP does not have the form of a CURP, or its check digit is wrong
 * - curp_of_another_person: the CURP does not belong to the RFC, because the date of birth or the letters of
 *   the name differ
 * - social_security_number_invalid: the social security number must have only digits, and a number of eleven
 *   digits must end with its check digit
 * - separation_contract_invalid: a separation is paid under contract 99 and regime 13, because the
 *   employment has ended (guide of the payroll complement)
 * - pension_regime_invalid: a pension is paid under contract 10 and regime 12, not as wages
 */
export function employeeIssues(
  { employee, earnings }: PayrollInput,
  source: PayrollSource | undefined,
): Issue[] {
  if (!employee) return [];
  const { curp, socialSecurityNumber: nss, contractType } = employee;
  const issues: Issue[] = [];
  const at = (field: string, code: string, message: string) =>
    issues.push({ path: ['payroll', 'employee', field], code, message });
  if (!isCurp(curp)) {
    at('curp', 'curp_invalid', 'Not a CURP, or its check digit is wrong.');
  } else if (source && !isCurpOfRfc(curp, source.rfc)) {
    const message = `The CURP and the RFC ${source.rfc} are of two persons; correct one of them.`;
    at('curp', 'curp_of_another_person', message);
  }
  if (nss !== undefined && !(nss.length === imssDigits ? isNss(nss) : /^\d{1,15}$/.test(nss))) {
    const message = 'Not a social security number, or its check digit is wrong.';
    at('socialSecurityNumber', 'social_security_number_invalid', message);
  }
  if (earnings.some(({ type }) => separationEarnings.has(type)) && isEmployment(contractType)) {
    const message = 'Pay a separation with contractType 99 and regimeType 13, apart from wages.';
    at('contractType', 'separation_contract_invalid', message);
  }
  const isPension = earnings.some(({ type }) => pensionEarnings.has(type));
  if (isPension && employee.regimeType === wagesRegime) {
    const message = 'Pay a pension with contractType 10 and regimeType 12, apart from wages.';
    at('regimeType', 'pension_regime_invalid', message);
  }
  return issues;
}
