import { daysBetween, Decimal, exemptExcesses, type ExemptFacts, type Issue } from '@timbre/fiscal';
import { paidDaysOf, periodOf, yearsOfService } from './nomina-of';
import { showsMoreThanMinimumWage } from './payment-facts';
import type { OvertimeInput, PayrollInput, PayrollSource } from './payroll-input';

/** c_TipoHoras: triple. */
const tripleHours = '02';

/**
 * Returns the exempt amounts of a valid payment that exceed the limits of the law.
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
 * Returns the exempt amounts that are doubtful, because the payment does not show the wage.
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
 * Returns the facts that limit the exempt amounts. They contain no wage for a receipt of a payroll run,
 * because payroll has already checked these exempt amounts with the true wage. Receipts that pay no wages
 * contain no wage to compare.
 */
function factsOf(payroll: PayrollInput, source: PayrollSource | undefined): ExemptFacts {
  const { startedOn, endedOn } = periodOf(payroll);
  const isAbove = !source?.details && showsMoreThanMinimumWage(payroll);
  const hours = notTriple(payroll, source);
  return {
    paidOn: payroll.paidOn,
    // For a payment without a period, the paid days count.
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
