import {
  addDays,
  addMonths,
  daysInMonth,
  isCalendarDate,
  partsOf,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';

/** The days of a global invoice, with the values of the invoice's InformacionGlobal. */
export interface SalesPeriod {
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  /** The code of c_Periodicidad. */
  periodicity: string;
  /** The code of c_Meses. */
  months: string;
  year: number;
}

/** The c_Meses code of the first pair of months. */
const firstPair = 13;

/**
 * Returns the period that contains the day. InformacionGlobal names one month, so a week (Monday to
 * Sunday) or fortnight ends at the latest on the last day of the month, and never contains IVA of
 * two months.
 * @param periodicity is a code of c_Periodicidad: 01 day, 02 week, 03 fortnight, 04 month, 05 two
 * months
 */
export function salesPeriod(periodicity: string, day: CalendarDate): SalesPeriod {
  const [year, month, date] = partsOf(day);
  const first = addDays(day, 1 - date);
  const last = addDays(first, daysInMonth(year, month) - 1);
  const of = (startsOn: CalendarDate, endsOn: CalendarDate, months = month): SalesPeriod => ({
    startsOn,
    endsOn,
    periodicity,
    year,
    months: String(months).padStart(2, '0'),
  });
  switch (periodicity) {
    case '01':
      return of(day, day);
    case '02': {
      const monday = addDays(day, -weekdayOf(day));
      const sunday = addDays(monday, 6);
      return of(monday < first ? first : monday, sunday > last ? last : sunday);
    }
    case '03': {
      const middle = addDays(first, 14);
      return day <= middle ? of(first, middle) : of(addDays(middle, 1), last);
    }
    case '05': {
      const start = month % 2 === 1 ? first : addMonths(first, -1);
      return of(start, addDays(addMonths(start, 2), -1), firstPair + Math.floor((month - 1) / 2));
    }
    default:
      return of(first, last);
  }
}

/** Returns the number of days since Monday. */
function weekdayOf(day: CalendarDate): number {
  const [year, month, date] = partsOf(day);
  return (new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7;
}

/**
 * Returns the violated rules of the requested period.
 *
 * - period_invalid: a day of the period is not a date
 * - period_in_future: the period is in the future
 */
export function periodIssues(period: string, today: CalendarDate): Issue[] {
  if (!isCalendarDate(period)) {
    return [{ path: ['period'], code: 'period_invalid', message: 'Give a day of the period.' }];
  }
  if (period <= today) return [];
  const message = `The period has not begun: it is ${today} at the location.`;
  return [{ path: ['period'], code: 'period_in_future', message }];
}
