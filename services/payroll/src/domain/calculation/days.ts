import { Decimal } from '@timbre/fiscal';
import { daysInclusive, earlierOf, laterOf } from '../calendar';
import type { PaymentFrequency } from '../payment-frequency';
import type { EmployerSettings } from '../employer-settings';
import type { CalculationInput, EmployeePay, Incidents, PayrollPeriod } from './input';

/** The number of days in a period that count for the wage, the tax and social security. */
export interface PeriodDays {
  /** Calendar days of employment in the period, including the first and the last day. */
  readonly employedDays: number;
  /** Commercial days of employment in the period, including absences. */
  readonly payableDays: Decimal;
  /** The days for which a wage is paid: payable days less absences and incapacities. */
  readonly paidDays: Decimal;
  /** The calendar days that are multiplied by the rates of all social security branches. */
  readonly contributionDays: Decimal;
  /**
   * The calendar days for sickness and maternity contributions, which absences do not interrupt
   * (LSS art. 31).
   */
  readonly sicknessDays: Decimal;
}

/**
 * Six working days earn seven days of pay (LFT art. 69 and 72), so an absence may also deduct a sixth of
 * a day.
 */
const restShare = Decimal.from(6);

type Employment = Pick<EmployeePay, 'employmentStartedOn' | 'employmentEndedOn'>;

/** Counts the calendar days of the period on which the employee is employed; the result may be zero. */
export function employedDaysIn(period: PayrollPeriod, employment: Employment): number {
  const { from, to } = employedSpanIn(period, employment);
  return Math.max(0, daysInclusive(from, to));
}

/**
 * Returns the first and the last day of employment within the period. If the employee is not
 * employed in the period, the first day is after the last day.
 */
export function employedSpanIn(period: PayrollPeriod, employment: Employment) {
  return {
    from: laterOf(period.periodStartedOn, employment.employmentStartedOn),
    to: earlierOf(period.periodEndedOn, employment.employmentEndedOn ?? period.periodEndedOn),
  };
}

interface PaidTime extends Pick<CalculationInput, 'period' | 'incidents' | 'settings'> {
  readonly pay: Employment;
}

export function countDays(
  { period, pay, incidents, settings }: PaidTime,
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
 * Returns the days of an extraordinary payment. An extraordinary payment has no social security
 * contributions and no monthly deductions. The document requires a number of paid days above zero,
 * so the paid days are the days of the aguinaldo, or one day if no aguinaldo is paid.
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
