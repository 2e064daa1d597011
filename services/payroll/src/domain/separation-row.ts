import { Decimal, pensionAtOnce, pensionEarnings, separationEarnings } from '@timbre/fiscal';
import { hasEmployment, isPensioner } from './issues/contract-and-regime';
import { isGiven } from './employee';
import type { Employee } from './employee';
import type { ReceiptLines } from './receipt';

type Earnings = readonly Pick<ReceiptLines['earnings'][number], 'type'>[];

export const isSeparation = (earnings: Earnings): boolean =>
  earnings.some(({ type }) => separationEarnings.has(type));

export const isPensionAtOnce = (earnings: Earnings): boolean =>
  earnings.some(({ type }) => type === pensionAtOnce);

/**
 * Returns the positions of pensions paid at once that are paid to a person who neither retires from
 * an employment nor has a pension, for example a person whose income is taxed like wages. A missing
 * contract type is reported by another issue.
 */
export function misplacedPensions(employee: Employee, earnings: Earnings): number[] {
  const { contractType } = employee;
  if (!isGiven(contractType) || hasEmployment(contractType) || isPensioner(employee)) return [];
  return earnings.flatMap(({ type }, index) => (type === pensionAtOnce ? [index] : []));
}

/**
 * Whether these earnings are paid once after an employment: a separation, or a pension that is paid at
 * once. Separations and pensions paid at once are taxed at the effective rate of the last ordinary
 * monthly salary (LISR art. 95; RLISR art. 171).
 */
export const isFinalPayment = (earnings: Earnings): boolean =>
  isSeparation(earnings) || isPensionAtOnce(earnings);

/** The number of wage days in a month (LFT art. 89). */
const daysOfMonth = Decimal.from(30);

/** Returns the ordinary monthly salary for a daily wage, in pesos. */
export const monthlySalaryOf = (dailyWage: Decimal): Decimal =>
  dailyWage.times(daysOfMonth).round(2);

/** Returns the daily wage for an ordinary monthly salary, in pesos. */
export const dailyWageOf = (monthlySalary: Decimal): Decimal =>
  monthlySalary.dividedBy(daysOfMonth, 2);

/**
 * Returns the employee with the contract and regime that the document of a payment after the
 * employment states. A separation is paid after the end of the employment. The document of a
 * separation therefore has contract 99 and the regime of separations (13), and no employer
 * registration, social security and subsidy (guide of the payroll complement, NOM57). The document
 * of a former employee's pension has contract 10 and regime 12, which mean a pension. The daily
 * wage of a pensioner is the pension for a day, so it cannot be used as the last salary of a
 * pension paid at once.
 */
export function documentedEmployee(employee: Employee, earnings: Earnings): Employee {
  if (isSeparation(earnings)) return { ...employee, contractType: '99', regimeType: '13' };
  const isPension = earnings.some(({ type }) => pensionEarnings.has(type));
  if (isPension && hasEmployment(employee.contractType))
    return { ...employee, contractType: '10', regimeType: '12' };
  return isPensionAtOnce(earnings) && isPensioner(employee)
    ? { ...employee, dailyWage: null }
    : employee;
}
