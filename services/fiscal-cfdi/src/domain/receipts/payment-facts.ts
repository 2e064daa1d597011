import { daysBetween, Decimal, figureOn } from '@timbre/fiscal';
import { periodOf } from './nomina-of';
import type { PayrollInput } from './payroll-input';

/** c_TipoHoras: double. */
const doubleHours = '01';

/**
 * Returns the larger of two numbers: the days paid and the calendar days of the period. The legal limits
 * that depend on days use this larger number.
 */
export function countedDays(payroll: PayrollInput): Decimal {
  const { startedOn, endedOn } = periodOf(payroll);
  const calendarDays = Decimal.from(daysBetween(startedOn, endedOn) + 1);
  const { paidDays } = payroll;
  return paidDays === undefined ? calendarDays : Decimal.max(calendarDays, Decimal.from(paidDays));
}

/** The codes of c_Estado for states with municipalities in the free zone of the northern border. */
const borderStates: ReadonlySet<string> = new Set(['BCN', 'CHH', 'COA', 'NLE', 'SON', 'TAM']);

/**
 * Returns the highest daily minimum wage in the worker's state; undefined if the law pack has no minimum
 * wage for the date.
 */
export function minimumWageOf(payroll: PayrollInput): Decimal | undefined {
  const isBorder = borderStates.has(payroll.employee?.stateCode ?? '');
  const key = isBorder ? 'minimum_wage.border' : 'minimum_wage.general';
  return figureOn(key, periodOf(payroll).endedOn)?.value.daily;
}

const two = Decimal.from(2);

/**
 * Returns whether the payment itself proves that the worker earns more than the minimum wage. One proof is
 * an integrated salary of more than two minimum wages. The other proof is an overtime hour paid double with
 * more than half a daily minimum wage, because a worker on the minimum wage would then work less than four
 * hours a day. The result `false` does not prove that the wage is the minimum.
 */
export function showsMoreThanMinimumWage(payroll: PayrollInput): boolean {
  const minimum = minimumWageOf(payroll);
  if (!minimum) return false;
  const salary = payroll.employee?.integratedDailySalary;
  if (salary !== undefined && Decimal.from(salary).greaterThan(minimum.times(two))) return true;
  const lines = payroll.earnings.flatMap(({ overtime = [] }) => overtime);
  return lines.some(
    ({ hoursType, hours, amount }) =>
      hoursType === doubleHours &&
      Decimal.from(amount)
        .times(two)
        .greaterThan(minimum.times(Decimal.from(hours))),
  );
}
