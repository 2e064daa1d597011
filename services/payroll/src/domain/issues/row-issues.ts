import type { PayrollPeriod } from '../calculation/input';
import { codesOf } from './issue';
import type { Issue } from './issue';

/** A period another row of the same employee already pays. */
export interface PaidPeriod {
  readonly kind: PayrollPeriod['kind'];
  readonly periodStartedOn: string;
  readonly periodEndedOn: string;
}

export interface RowSituation {
  /** Whether frequency, location and selection of the run still hold the employee. */
  readonly isInRoster: boolean;
  /** Of the employee's other rows that are queued, stamping or stamped. */
  readonly paidPeriods: readonly PaidPeriod[];
}

/** Issues of the row's place among rows and runs, whatever its amounts. */
export function rowIssues(row: RowSituation, period: PayrollPeriod): Issue[] {
  return [...codesOf([!row.isInRoster && 'not_in_roster']), ...paidPeriodIssues(row, period)];
}

/** Those of a manual row too, which stays in its run whatever becomes of the roster. */
export function paidPeriodIssues(
  { paidPeriods }: Pick<RowSituation, 'paidPeriods'>,
  period: PayrollPeriod,
): Issue[] {
  return codesOf([isAlreadyPaid(period, paidPeriods) && 'period_already_paid']);
}

/** Only ordinary runs collide: an aguinaldo may be paid apart within a period that has its wage. */
function isAlreadyPaid(period: PayrollPeriod, paid: readonly PaidPeriod[]): boolean {
  if (period.kind === 'extraordinary') return false;
  return paid.some(
    (other) =>
      other.kind === 'ordinary' &&
      other.periodStartedOn <= period.periodEndedOn &&
      period.periodStartedOn <= other.periodEndedOn,
  );
}
