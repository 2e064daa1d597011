import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';

/** The highest SubsidioCausado that the SAT accepts in a payroll document, in pesos. */
export interface SubsidyCeiling {
  readonly upTo31Days: Decimal;
  readonly perDayAbove31: Decimal;
  readonly legalBasis: string;
  readonly validFrom: CalendarDate;
  readonly validTo: CalendarDate | null;
}

/** Rows of NOM101 (up to 31 days paid) and NOM108 (more), read 2026-11-21. */
export const subsidyCeilings: readonly SubsidyCeiling[] = [
  {
    upTo31Days: Decimal.from('407.02'),
    perDayAbove31: Decimal.from('13.39'),
    legalBasis: 'Payroll complement 1.2, validation matrix, NOM101 and NOM108',
    validFrom: '2020-01-01',
    validTo: '2025-12-31',
  },
  {
    upTo31Days: Decimal.from('628.00'),
    perDayAbove31: Decimal.from('20.66'),
    legalBasis: 'Payroll complement 1.2, validation matrix revision E, NOM101 and NOM108',
    validFrom: '2026-01-01',
    validTo: null,
  },
];

/** NOM101 judges payments of up to this many days, NOM108 the others. */
export const daysOfLongestMonth = Decimal.from(31);

/** The ceiling for the paid days on a date; undefined for a date without a row. */
export function subsidyCeiling(paidDays: Decimal, on: CalendarDate): Decimal | undefined {
  const row = subsidyCeilings.find(
    ({ validFrom, validTo }) => validFrom <= on && (validTo === null || on <= validTo),
  );
  if (row === undefined || paidDays.lessOrEqual(daysOfLongestMonth)) return row?.upTo31Days;
  return row.perDayAbove31.times(paidDays);
}
