import { daysBetween, type CalendarDate } from '../calendar-date';
import { kindOf } from './figure-kinds';
import { perLaw } from './law';
import type { Figure } from './pack';

/**
 * A figure that the law sets for a year or less, and the last day for which a value is published.
 */
export interface LawEnd {
  readonly key: string;
  readonly label: string;
  readonly endsOn: CalendarDate;
  /** The number of days until the last day; negative if no value is in force any more. */
  readonly daysLeft: number;
}

const lastFigures: () => readonly Figure[] = perLaw((law) => {
  const last = new Map<string, Figure>();
  for (const figure of law.allFigures()) last.set(figure.key, figure);
  return [...last.values()].filter(({ key, validTo }) => kindOf(key)?.isAnnual && validTo !== null);
});

/**
 * Returns the figures that expire, the earliest first. The list contains every figure that is set
 * for a year or less.
 */
export function lawEnds(today: CalendarDate): LawEnd[] {
  return lastFigures()
    .flatMap(({ key, label, validTo: endsOn }) =>
      endsOn === null ? [] : [{ key, label, endsOn, daysLeft: daysBetween(today, endsOn) }],
    )
    .sort((a, b) => a.daysLeft - b.daysLeft || (a.key < b.key ? -1 : 1));
}
