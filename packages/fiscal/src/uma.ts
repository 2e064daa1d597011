import type { CalendarDate } from './calendar-date';
import type { FigureValue } from './law/figure-kinds';
import { figureOn } from './law/law';

/** The unit of measure (UMA) of a year, from February to January, in pesos: the daily one, its 30.4
 * days and their twelve months. */
export type Uma = FigureValue<'uma'>;

/** The UMA of a date; undefined where none is known. */
export const umaOn = (date: CalendarDate): Uma | undefined => figureOn('uma', date)?.value;
