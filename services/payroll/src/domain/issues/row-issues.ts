import type { PayrollPeriod } from '../calculation/input';
import { codesOf } from './issue';
import type { Issue } from './issue';

/** A period that another row of the same employee already pays. */
export interface PaidPeriod {
  readonly kind: PayrollPeriod['kind'];
  readonly periodStartedOn: string;
  readonly periodEndedOn: string;
}

export interface RowSituation {
  /** Whether the run still includes the employee, by payment frequency, location and selection. */
  readonly isInRoster: boolean;
  /** The periods of the employee's other rows that are queued, stamping or stamped. */
  readonly paidPeriods: readonly PaidPeriod[];
}

/** Returns the issues that depend on other rows and runs, and not on the amounts. */
export function rowIssues(row: RowSituation, period: PayrollPeriod): Issue[] {
  return [...codesOf([!row.isInRoster && 'not_in_roster']), ...paidPeriodIssues(row, period)];
}

/**
 * Returns an issue if another row of the employee already pays the period. The issue of a period
 * that is already paid also applies to manual rows. The issue of a changed roster does not apply to
 * manual rows, because they stay in their run.
 */
export function paidPeriodIssues(
  { paidPeriods }: Pick<RowSituation, 'paidPeriods'>,
  period: PayrollPeriod,
): Issue[] {
  return codesOf([isAlreadyPaid(period, paidPeriods) && 'period_already_paid']);
}

/**
 * Whether an ordinary run already pays the period. Extraordinary runs do not conflict, because an
 * aguinaldo can be paid separately within a period that is already paid.
 */
function isAlreadyPaid(period: PayrollPeriod, paid: readonly PaidPeriod[]): boolean {
  if (period.kind === 'extraordinary') return false;
  return paid.some(
    (other) =>
      other.kind === 'ordinary' &&
      other.periodStartedOn <= period.periodEndedOn &&
      period.periodStartedOn <= other.periodEndedOn,
  );
}
