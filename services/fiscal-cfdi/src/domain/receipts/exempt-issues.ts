import { daysBetween, Decimal, exemptExcesses, type ExemptFacts, type Issue } from '@timbre/fiscal';
import { paidDaysOf, periodOf, yearsOfService } from './nomina-of';
import { showsMoreThanMinimumWage } from './payment-facts';
import type { OvertimeInput, PayrollInput, PayrollSource } from './payroll-input';

/** c_TipoHoras: triple. */
const tripleHours = '02';

/**
 * Returns an issue for each exempt amount of a valid payment that exceeds the limit of the law.
 * - exempt_amount_exceeded: the exempt amount is larger than LISR art. 93 allows
 */
export function exemptIssues(payroll: PayrollInput, source: PayrollSource | undefined): Issue[] {
  return excesses(payroll, factsOf(payroll, source)).map(({ path, message }) => ({
    path,
    code: 'exempt_amount_exceeded',
    message,
  }));
}

/**
 * Returns a warning for each exempt amount that is doubtful because the payment does not show the wage.
 * - exempt_amount_doubtful: only a worker on the minimum wage may have such a large exempt amount (LISR art.
 *   93-I)
 */
export function exemptWarnings(payroll: PayrollInput, source: PayrollSource | undefined): Issue[] {
  const facts = factsOf(payroll, source);
  if (facts.hasMinimumWage === false || exemptIssues(payroll, source).length > 0) return [];
  return excesses(payroll, { ...facts, hasMinimumWage: false }).map(({ path, message }) => ({
    path,
    code: 'exempt_amount_doubtful',
    message,
  }));
}

function excesses(payroll: PayrollInput, facts: ExemptFacts): Omit<Issue, 'code'>[] {
  const earnings = payroll.earnings.map(({ type, taxableAmount, exemptAmount }) => ({
    type,
    taxableAmount: Decimal.from(taxableAmount),
    exemptAmount: Decimal.from(exemptAmount),
  }));
  return exemptExcesses(earnings, facts).map(({ index, most, law }) => ({
    path: ['payroll', 'earnings', index, 'exemptAmount'],
    message: `At most ${most} is exempt (${law}); the rest is taxable.`,
  }));
}

/**
 * Returns the values on which the limits of a payment's exempt amounts depend. For a receipt of a payroll
 * run the result contains no wage, because payroll has already checked its exempt amounts against the
 * actual wage. The result also contains no wage if the receipt pays no wages.
 */
function factsOf(payroll: PayrollInput, source: PayrollSource | undefined): ExemptFacts {
  const { startedOn, endedOn } = periodOf(payroll);
  const isAbove = !source?.details && showsMoreThanMinimumWage(payroll);
  const hours = notTriple(payroll, source);
  return {
    paidOn: payroll.paidOn,
    // If the payment has no period, the limits are calculated from the days paid.
    periodDays: Math.max(daysBetween(startedOn, endedOn) + 1, paidDaysOf(payroll).toNumber()),
    serviceYears: yearsOfService(payroll, source?.details),
    ...(hours && {
      doubleHours: Decimal.sum(hours.map(({ amount }) => Decimal.from(amount))),
      overtimeDays: hours.reduce((sum, { days }) => sum + days, 0),
    }),
    ...(isAbove && { hasMinimumWage: false }),
  };
}

function notTriple(
  { earnings }: PayrollInput,
  source: PayrollSource | undefined,
): OvertimeInput[] | undefined {
  const ofLines = earnings.flatMap(({ overtime = [] }) => overtime);
  const hours = [...ofLines, ...(source?.details?.overtime ?? [])];
  return hours.length === 0
    ? undefined
    : hours.filter(({ hoursType }) => hoursType !== tripleHours);
}
