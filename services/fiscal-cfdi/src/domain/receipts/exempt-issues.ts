import { daysBetween, Decimal, exemptExcesses, type Issue } from '@timbre/fiscal';
import { periodOf, yearsOfService } from './nomina-of';
import type { PayrollInput, PayrollSource } from './payroll-input';

/** c_TipoHoras. */
const tripleHours = '02';

/**
 * Exempt parts of a valid payment above the law's.
 * - exempt_amount_exceeded
 */
export function exemptIssues(payroll: PayrollInput, source: PayrollSource | undefined): Issue[] {
  const { startedOn, endedOn } = periodOf(payroll);
  const earnings = payroll.earnings.map(({ type, taxableAmount, exemptAmount }) => ({
    type,
    taxableAmount: Decimal.from(taxableAmount),
    exemptAmount: Decimal.from(exemptAmount),
  }));
  const facts = {
    paidOn: payroll.paidOn,
    periodDays: daysBetween(startedOn, endedOn) + 1,
    serviceYears: yearsOfService(payroll, source?.details),
    doubleHours: doubleHoursOf(payroll, source),
  };
  return exemptExcesses(earnings, facts).map(({ index, most, law }) => ({
    path: ['payroll', 'earnings', index, 'exemptAmount'],
    code: 'exempt_amount_exceeded',
    message: `At most ${most} is exempt (${law}); the rest is taxable.`,
  }));
}

function doubleHoursOf({ earnings }: PayrollInput, source: PayrollSource | undefined) {
  const ofLines = earnings.flatMap(({ overtime = [] }) => overtime);
  const hours = [...ofLines, ...(source?.details?.overtime ?? [])];
  if (hours.length === 0) return undefined;
  const double = hours.filter(({ hoursType }) => hoursType !== tripleHours);
  return Decimal.sum(double.map(({ amount }) => Decimal.from(amount)));
}
