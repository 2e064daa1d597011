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
 * Returns the general IVA rate on a date (LIVA art. 1) as a fraction, as in `0.16`. If there is no
 * date, use `latest` instead.
 */
export function generalIvaRate(onDate: CalendarDate | 'latest'): string {
  const known = rates();
  const found =
    onDate === 'latest' ? known.at(-1) : known.findLast(({ validFrom }) => validFrom <= onDate);
  return (found ?? firstIn(known)).rate;
}
