import { Decimal } from '@timbre/fiscal';
import { daysInclusive, earlierOf, laterOf } from '../calendar';
import type { PaymentFrequency } from '../payment-frequency';
import type { EmployerSettings } from '../employer-settings';
import type { CalculationInput, EmployeePay, Incidents, PayrollPeriod } from './input';

/** The days of a period, as the wage, the tax and social security count them. */
export interface PeriodDays {
  /** Calendar days employed, both ends counted. */
  readonly employedDays: number;
  /** Commercial days employed, absent or not. */
  readonly payableDays: Decimal;
  /** Days of wage: payable days less absences and incapacity. */
  readonly paidDays: Decimal;
  /** Calendar days that count for every branch. */
  readonly contributionDays: Decimal;
  /** Calendar days for sickness and maternity, which absences do not interrupt (LSS art. 31). */
  readonly sicknessDays: Decimal;
}

/** LFT art. 69 and 72: six days worked pay seven, so an absence may also cost a sixth of a day. */
const restShare = Decimal.from(6);

type Employment = Pick<EmployeePay, 'employmentStartedOn' | 'employmentEndedOn'>;

/** Calendar days of the period within the employment; zero when there are none. */
export function employedDaysIn(period: PayrollPeriod, employment: Employment): number {
  const { from, to } = employedSpanIn(period, employment);
  return Math.max(0, daysInclusive(from, to));
}

/** The first and last of those days; in reverse order when there are none. */
export function employedSpanIn(period: PayrollPeriod, employment: Employment) {
  return {
    from: laterOf(period.periodStartedOn, employment.employmentStartedOn),
    to: earlierOf(period.periodEndedOn, employment.employmentEndedOn ?? period.periodEndedOn),
  };
}

export function countDays(
  { period, pay, incidents, settings }: Omit<CalculationInput, 'earlier'>,
  frequency: PaymentFrequency,
): PeriodDays {
  if (period.kind === 'extraordinary') return daysOfExtraordinary(incidents);
  const employedDays = employedDaysIn(period, pay);
  const isWhole = employedDays === daysInclusive(period.periodStartedOn, period.periodEndedOn);
  const payableDays = Decimal.from(
    isWhole ? frequency.commercialDays : Math.min(employedDays, frequency.commercialDays),
  );
  const absent = incidents.absenceDays ?? Decimal.zero;
  const incapacity = Decimal.sum((incidents.incapacities ?? []).map((one) => one.days));
  const unpaid = absent.plus(restShareOf(absent, settings)).plus(incapacity);
  const employed = Decimal.from(employedDays);
  return {
    employedDays,
    payableDays,
    paidDays: remaining(payableDays, unpaid),
    contributionDays: remaining(employed, absent.plus(incapacity)),
    sicknessDays: remaining(employed, incapacity),
  };
}

/**
 * The document requires days above zero: the days of the aguinaldo, otherwise one. An extraordinary
 * payment has no quotas and no monthly deductions.
 */
function daysOfExtraordinary(incidents: Incidents): PeriodDays {
  return {
    employedDays: 0,
    payableDays: Decimal.zero,
    paidDays: incidents.aguinaldo?.days ?? Decimal.one,
    contributionDays: Decimal.zero,
    sicknessDays: Decimal.zero,
  };
}

function restShareOf(absent: Decimal, settings: EmployerSettings): Decimal {
  if (settings.absenceCost === 'day' || absent.isZero()) return Decimal.zero;
  return absent.dividedBy(restShare, 3);
}

function remaining(days: Decimal, less: Decimal): Decimal {
  return less.isZero() ? days : Decimal.max(Decimal.zero, days.minus(less)).trimmed();
}
