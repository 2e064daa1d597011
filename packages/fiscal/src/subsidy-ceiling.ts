import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { figureOn } from './law/law';

/**
 * The maximum number of paid days for which rule NOM101 applies. Rule NOM108 applies to payments
 * for more days.
 */
export const daysOfLongestMonth = Decimal.from(31);

/**
 * Returns the highest SubsidioCausado in pesos that the SAT accepts for the days paid; undefined if
 * no legal figure exists for the date.
 */
export function subsidyCeiling(paidDays: Decimal, on: CalendarDate): Decimal | undefined {
  const ceiling = figureOn('sat.subsidy_ceilings', on)?.value;
  if (ceiling === undefined || paidDays.lessOrEqual(daysOfLongestMonth)) return ceiling?.upTo31Days;
  return ceiling.perDayAbove31.times(paidDays);
}
