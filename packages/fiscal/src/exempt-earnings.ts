import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { exemptUma, umaOn } from './uma';

/** c_TipoPercepcion: seniority premium, separation and indemnity, paid when an employment ends. */
export const separationEarnings: ReadonlySet<string> = new Set(['022', '023', '025']);

/** What decides how much of a payment's earnings may be exempt. */
export interface ExemptFacts {
  readonly paidOn: CalendarDate;
  /** Calendar days of the period. */
  readonly periodDays: number;
  /** NumAñosServicio; undefined while the start of the employment is unknown. */
  readonly serviceYears: number | undefined;
  /** Paid for overtime that is not triple; undefined without hours. */
  readonly doubleHours?: Decimal | undefined;
}

export interface ExemptExcess {
  /** Of the earning whose exempt part passes the limit, with those before it. */
  readonly index: number;
  readonly most: Decimal;
  readonly law: string;
}

interface Ceiling {
  readonly types: ReadonlySet<string>;
  readonly law: string;
  /** In pesos; undefined where no figure is known. */
  readonly most: (facts: ExemptFacts) => Decimal | undefined;
}

const otherIncomeTaxableFrom = '2026-01-01';
const longestMonth = 31;
const daysOfWeek = 7;

/** Sunday premiums of a month may be paid together, whatever the period. */
const sundaysOf = ({ periodDays }: ExemptFacts): number =>
  Math.ceil(Math.max(periodDays, longestMonth) / daysOfWeek);

const ceilings: readonly Ceiling[] = [
  { types: new Set(['001']), law: 'LISR art. 94: wages are taxable', most: () => Decimal.zero },
  ofUma(['002'], exemptUma.aguinaldo, 'LISR art. 93-XIV'),
  ofUma(['003'], exemptUma.profitSharing, 'LISR art. 93-XIV'),
  ofUma(['021'], exemptUma.vacationPremium, 'LISR art. 93-XIV'),
  ofUma(['020'], exemptUma.sundayPremium, 'LISR art. 93-XIV, for each Sunday', sundaysOf),
  ofUma(
    [...separationEarnings],
    exemptUma.separation,
    'LISR art. 93-XIII, for each year of service',
    ({ serviceYears }) => serviceYears,
  ),
  {
    // On a minimum wage all of the double hours is exempt.
    types: new Set(['019']),
    law: 'LISR art. 93-I: triple hours are taxable',
    most: ({ doubleHours }) => doubleHours,
  },
  {
    types: new Set(['038']),
    law: 'c_TipoPercepcion: other wage income is taxable since 2026',
    most: ({ paidOn }) => (paidOn < otherIncomeTaxableFrom ? undefined : Decimal.zero),
  },
];

function ofUma(
  types: readonly string[],
  uma: string,
  law: string,
  countOf: (facts: ExemptFacts) => number | undefined = () => 1,
): Ceiling {
  return {
    types: new Set(types),
    law: `${law}: ${uma} UMA`,
    most: (facts) => {
      const count = countOf(facts);
      if (count === undefined) return undefined;
      return umaOn(facts.paidOn)
        ?.daily.times(Decimal.from(uma))
        .times(Decimal.from(count))
        .round(2);
    },
  };
}

/**
 * The earnings of one payment whose exempt parts are above the law's. What earlier payments of the
 * year have used is not known here.
 */
export function exemptExcesses(
  earnings: readonly { readonly type: string; readonly exemptAmount: Decimal }[],
  facts: ExemptFacts,
): ExemptExcess[] {
  return ceilings.flatMap(({ types, law, most: mostOf }) => {
    const most = mostOf(facts)?.round(2);
    if (most === undefined) return [];
    let exempt = Decimal.zero;
    const index = earnings.findIndex(({ type, exemptAmount }) => {
      if (!types.has(type)) return false;
      exempt = exempt.plus(exemptAmount);
      return exempt.greaterThan(most);
    });
    return index < 0 ? [] : [{ index, most, law }];
  });
}
