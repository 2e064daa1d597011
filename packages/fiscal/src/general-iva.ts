import { firstIn } from './presence';
import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { perLaw } from './law/law';

const rates = perLaw((law) =>
  law.figuresOf('iva.general_rate').map(({ validFrom, value }) => {
    return { validFrom, rate: Decimal.from(value.rate).trimmed().toString() };
  }),
);

/**
 * Returns the general IVA rate on a date (LIVA art. 1), in the form in which items contain the
 * rate, as in `0.16`. Use `latest` if there is no date.
 */
export function generalIvaRate(onDate: CalendarDate | 'latest'): string {
  const known = rates();
  const found =
    onDate === 'latest' ? known.at(-1) : known.findLast(({ validFrom }) => validFrom <= onDate);
  return (found ?? firstIn(known)).rate;
}
