import { addDays, Decimal } from '@timbre/fiscal';
import type { Incidents, PayrollPeriod } from '../calculation/input';
import { isGiven } from '../employee';
import type { Employee } from '../employee';
import { endOf } from '../separation-pay';
import { isFinalPayment, isPensionAtOnce, isSeparation } from '../separation-row';
import { issueOf } from './issue';
import type { Issue } from './issue';

/**
 * The service fiscal-cfdi refuses a separation that is paid more than this number of days before
 * the end of the employment.
 */
const daysAheadMax = 31;

/**
 * Incidents that a payment after the employment cannot have, because they belong to a payment of wages.
 */
const ofWages = [
  'absenceDays', 'sundaysWorked', 'vacationPremium', 'vacationDaysPaidOut', 'aguinaldo',
  'profitSharing', 'incapacities', 'weeks', 'favorableBalance',
] as const; // prettier-ignore

/**
 * Returns the paths of incidents that a payment after the employment does not allow. Separation
 * earnings (022, 023, 025) and a pension paid at once (039) need an extraordinary payment. An
 * extraordinary payment with these earnings allows no other earnings, because the documents of
 * wages, of a separation and of a pension state different contracts and regimes. The last salary
 * may be given only for these payments, and the end of the employment only for a separation.
 */
export function misplacedSeparation(
  incidents: Incidents,
  { kind }: Pick<PayrollPeriod, 'kind'>,
  earningAt: (index: number) => string,
): string[] {
  const earnings = incidents.otherEarnings ?? [];
  const isAllowed = kind === 'extraordinary' && isFinalPayment(earnings);
  const kindPaid = isAllowed ? earnings.map(kindOf).find(Boolean) : undefined;
  const earningPaths = earnings.flatMap((earning, index) =>
    kindOf(earning) === kindPaid ? [] : [`${earningAt(index)}.type`],
  );
  const refused = [
    ...(isAllowed ? ofWages : (['lastMonthlySalary'] as const)),
    ...(kindPaid === 'separation' ? [] : (['employmentEndedOn'] as const)),
  ];
  const others = refused.filter((name) => isPresent(incidents[name]));
  return [...earningPaths, ...others.map((name) => `incidents.${name}`)];
}

function kindOf(earning: { type: string }): 'separation' | 'pension' | undefined {
  if (isSeparation([earning])) return 'separation';
  return isPensionAtOnce([earning]) ? 'pension' : undefined;
}

/**
 * Returns the issues of the data from which a payment after the employment is calculated. For a
 * payment after the employment, these issues replace the issues about the wage.
 * - salary_missing: neither the last ordinary monthly salary nor a daily wage is known
 * - invalid_salary: the daily wage is not above zero
 * - invalid_request: the employment ends before it starts, or too long after the payment of a separation
 */
export function separationIssues(
  employee: Employee,
  incidents: Incidents,
  period: PayrollPeriod,
): Issue[] {
  const { dailyWage, employmentStartedOn } = employee;
  const ofSalary = incidents.lastMonthlySalary === undefined ? issuesOfWage(dailyWage) : [];
  if (isPensionAtOnce(incidents.otherEarnings ?? [])) return ofSalary;
  const { day, field } = endOf(employee, incidents, period);
  const isBackwards = isGiven(employmentStartedOn) && day < employmentStartedOn;
  const isLate = day > addDays(period.paidOn, daysAheadMax);
  return [...ofSalary, ...(isBackwards || isLate ? [issueOf('invalid_request', field)] : [])];
}

function issuesOfWage(dailyWage: Employee['dailyWage']): Issue[] {
  if (!isGiven(dailyWage)) return [issueOf('salary_missing')];
  return dailyWage.isPositive() ? [] : [issueOf('invalid_salary')];
}

/** Whether an incident has any value other than zero. */
export function isPresent(value: Incidents[keyof Incidents]): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !(value instanceof Decimal) || !value.isZero();
}
