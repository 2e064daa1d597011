import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { figureOn } from './law/law';

/**
 * The maximum number of paid days for rule NOM101. For payments of more days, rule NOM108 applies.
 */
export const daysOfLongestMonth = Decimal.from(31);

/**
 * Returns the highest SubsidioCausado that the SAT accepts for the days paid, in pesos; undefined
 * for a date without a figure.
 */
export function subsidyCeiling(paidDays: Decimal, on: CalendarDate): Decimal | undefined {
  const ceiling = figureOn('sat.subsidy_ceilings', on)?.value;
  if (ceiling === undefined || paidDays.lessOrEqual(daysOfLongestMonth)) return ceiling?.upTo31Days;
  return ceiling.perDayAbove31.times(paidDays);
}
