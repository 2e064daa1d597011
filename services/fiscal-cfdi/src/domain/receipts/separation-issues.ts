import {
  addDays,
  isCalendarDate,
  pensionAtOnce,
  pensionInParts,
  separationEarnings,
  type Issue,
} from '@timbre/fiscal';
import { periodOf } from './nomina-of';
import type { PayrollInput, PayrollSource } from './payroll-input';

/** The maximum number of days from the payment of a separation to the end of the employment. */
const daysAheadMax = 31;

/**
 * Checks payments at the end of an employment: separations, and pensions paid at once.
 * - last_monthly_salary_missing
 * - employment_end_too_late: the employment ends too long after the payment, so years that were not worked
 *   would be exempt (LISR art. 93-XIII)
 * - last_monthly_salary_not_allowed: only separation payments (earnings 022, 023 and 025) and a pension paid
 *   at once (039) may have a last monthly salary
 */
export function separationIssues(
  payroll: PayrollInput,
  source: PayrollSource | undefined,
): Issue[] {
  const { earnings, lastMonthlySalary, employmentEndedOn, paidOn } = payroll;
  const at = (field: string, code: string, message: string): Issue[] => [
    { path: ['payroll', field], code, message },
  ];
  const isSeparation = earnings.some(({ type }) => separationEarnings.has(type));
  if (!isSeparation && !earnings.some(({ type }) => type === pensionAtOnce)) {
    if (lastMonthlySalary === undefined) return [];
    const message = 'Only earnings 022, 023, 025 and 039 have one.';
    return at('lastMonthlySalary', 'last_monthly_salary_not_allowed', message);
  }
  const { details } = source ?? {};
  const hasSalary = (lastMonthlySalary ?? details?.lastMonthlySalary) !== undefined;
  const missing = 'Separation payments and a pension paid at once require the last monthly salary.';
  const ofSalary = hasSalary ? [] : at('lastMonthlySalary', 'last_monthly_salary_missing', missing);
  if (!isSeparation) return ofSalary;
  const given = employmentEndedOn ?? details?.employmentEndedOn;
  const endedOn = given ?? periodOf(payroll).endedOn;
  if (![paidOn, endedOn].every(isCalendarDate) || endedOn <= addDays(paidOn, daysAheadMax))
    return ofSalary;
  const late = `An employment ends at most ${daysAheadMax} days after it is paid off.`;
  const field = given === undefined ? 'periodEndedOn' : 'employmentEndedOn';
  return [...ofSalary, ...at(field, 'employment_end_too_late', late)];
}

/**
 * Checks pensions.
 * - pension_daily_amount_not_allowed: only a pension in parts, earning 044, may have a daily amount
 */
export function pensionIssues({ earnings, pensionDailyAmount }: PayrollInput): Issue[] {
  const isInParts = earnings.some(({ type }) => type === pensionInParts);
  if (pensionDailyAmount === undefined || isInParts) return [];
  const message = 'Only a pension in parts, earning 044, has a daily amount.';
  const path = ['payroll', 'pensionDailyAmount'];
  return [{ path, code: 'pension_daily_amount_not_allowed', message }];
}
