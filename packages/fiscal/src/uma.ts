import type { CalendarDate } from './calendar-date';
import type { FigureValue } from './law/figure-kinds';
import { figureOn } from './law/law';

/**
 * The UMA of a year, from February to January, in pesos: daily, monthly (30.4 days) and annual (twelve
 * months).
 */
export type Uma = FigureValue<'uma'>;

/** Returns the UMA on a date; undefined if no value is published. */
export const umaOn = (date: CalendarDate): Uma | undefined => figureOn('uma', date)?.value;
