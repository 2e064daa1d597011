import {
  addDays,
  addMonths,
  daysBetween,
  daysInMonth,
  partsOf,
  type CalendarDate,
} from '@timbre/fiscal';

/** A range of days that includes its first and its last day. */
export interface Range {
  from: CalendarDate;
  to: CalendarDate;
}

export const intervals = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Interval = (typeof intervals)[number];

/** The units of time (day, month, year) for which sums are stored. */
export type Grain = 'day' | 'month' | 'year';

/** A piece of a range that is read from sums of one unit of time. */
export interface Piece extends Range {
  grain: Grain;
}

const monthOf = (date: CalendarDate): CalendarDate => `${date.slice(0, 7)}-01`;
const yearOf = (date: CalendarDate): CalendarDate => `${date.slice(0, 4)}-01-01`;

function lastOfMonth(date: CalendarDate): CalendarDate {
  const [year, month] = partsOf(date);
  return `${date.slice(0, 7)}-${daysInMonth(year, month)}`;
}

/** Returns the first day of the interval that contains a day; weeks begin on Monday. */
export function startOf(interval: Interval, date: CalendarDate): CalendarDate {
  switch (interval) {
    case 'day':
      return date;
    case 'week':
      return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
    case 'month':
      return monthOf(date);
    case 'quarter':
      return addMonths(monthOf(date), -((partsOf(date)[1] - 1) % 3));
    case 'year':
      return yearOf(date);
  }
}

function nextAfter(interval: Interval, start: CalendarDate): CalendarDate {
  if (interval === 'day') return addDays(start, 1);
  if (interval === 'week') return addDays(start, 7);
  return addMonths(start, { month: 1, quarter: 3, year: 12 }[interval]);
}

/**
 * Returns the intervals into which a range of days is divided. The first and the last interval end
 * at the ends of the range.
 */
export function periodsOf({ from, to }: Range, interval: Interval): Range[] {
  const periods: Range[] = [];
  for (let start = startOf(interval, from); start <= to;) {
    const next = nextAfter(interval, start);
    const last = addDays(next, -1);
    periods.push({ from: start < from ? from : start, to: last > to ? to : last });
    start = next;
  }
  return periods;
}

/**
 * Returns the largest unit of stored sums from which a series by this interval can be calculated.
 */
export const grainOf = (interval: Interval): Grain =>
  interval === 'day' || interval === 'week' ? 'day' : interval === 'year' ? 'year' : 'month';

/**
 * Divides a range into whole years and months, up to the coarsest allowed unit, and into days at its
 * ends.
 */
export function piecesOf(range: Range, coarsest: Grain): Piece[] {
  if (coarsest === 'day') return [{ grain: 'day', ...range }];
  const finer: Grain = coarsest === 'year' ? 'month' : 'day';
  const isYear = coarsest === 'year';
  const start = isYear ? yearOf(range.from) : monthOf(range.from);
  const first = start === range.from ? start : nextAfter(isYear ? 'year' : 'month', start);
  const afterRange = addDays(range.to, 1);
  const last = isYear ? yearOf(afterRange) : monthOf(afterRange);
  if (first >= last) return piecesOf(range, finer);
  return [
    ...(range.from < first ? piecesOf({ from: range.from, to: addDays(first, -1) }, finer) : []),
    { grain: coarsest, from: first, to: addDays(last, -1) },
    ...(last <= range.to ? piecesOf({ from: last, to: range.to }, finer) : []),
  ];
}

/**
 * Returns spans of days that together cover the months of the given days; each span lies within one
 * month. A span of days contains at most the allowed number of facts, or consists of a single day.
 * @param days the given days in sorted order
 */
export function spansOf(
  days: readonly { day: CalendarDate; facts: number }[],
  factsMax: number,
): Range[] {
  const spans: (Range & { facts: number })[] = [];
  for (const { day, facts } of days) {
    const last = spans.at(-1);
    const isSameMonth = last?.to === lastOfMonth(day);
    if (isSameMonth && last.facts + facts <= factsMax) last.facts += facts;
    else {
      if (isSameMonth) last.to = addDays(day, -1);
      spans.push({ from: isSameMonth ? day : monthOf(day), to: lastOfMonth(day), facts });
    }
  }
  return spans.map(({ from, to }) => ({ from, to }));
}

/**
 * Returns the range for a comparison: the days immediately before the given range, or the same days
 * of the previous year. A range of whole months is compared with whole months.
 */
export function comparedRange(
  { from, to }: Range,
  compareTo: 'previous_period' | 'previous_year',
): Range {
  const isWhole = from === monthOf(from) && to === lastOfMonth(to);
  const shifted = (months: number) => {
    const end = addMonths(to, months);
    return { from: addMonths(from, months), to: isWhole ? lastOfMonth(end) : end };
  };
  if (compareTo === 'previous_year') return shifted(-12);
  if (isWhole) {
    const [fromYear, fromMonth] = partsOf(from);
    const [toYear, toMonth] = partsOf(to);
    return shifted(-((toYear - fromYear) * 12 + toMonth - fromMonth + 1));
  }
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}
