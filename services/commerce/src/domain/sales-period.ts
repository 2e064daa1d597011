import {
  addDays,
  addMonths,
  daysInMonth,
  isCalendarDate,
  partsOf,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';

/** The days that a global invoice sums up, and InformacionGlobal of them. */
export interface SalesPeriod {
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  /** c_Periodicidad. */
  periodicity: string;
  /** c_Meses. */
  months: string;
  year: number;
}

/** c_Meses of two months begin here. */
const firstPair = 13;

/**
 * The period of a periodicity that has the day. Weeks (Monday to Sunday) and fortnights end with their
 * month: InformacionGlobal names one month, and so no month of IVA is mixed with another.
 * @param periodicity c_Periodicidad: 01 day, 02 week, 03 fortnight, 04 month, 05 two months
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

/** Days since Monday. */
function weekdayOf(day: CalendarDate): number {
  const [year, month, date] = partsOf(day);
  return (new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7;
}

/**
 * Rules of a period that is to be summed up.
 * - period_invalid: not a day
 * - period_in_future: it has not begun at the location
 */
export function periodIssues(period: string, today: CalendarDate): Issue[] {
  if (!isCalendarDate(period)) {
    return [{ path: ['period'], code: 'period_invalid', message: 'Give a day of the period.' }];
  }
  if (period <= today) return [];
  const message = `The period has not begun: it is ${today} at the location.`;
  return [{ path: ['period'], code: 'period_in_future', message }];
}
