import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import type { FigureKey } from './law/figure-kinds';
import { figureOn } from './law/law';
import { umaOn } from './uma';

/**
 * The codes of c_TipoPercepcion for payments at the end of an employment: seniority premium, separation
 * and indemnity.
 */
export const separationEarnings: ReadonlySet<string> = new Set(['022', '023', '025']);

/**
 * The codes of c_TipoPercepcion for pensions and retirement income, paid as a lump sum and in parts
 * (NOM69 to NOM74).
 */
export const pensionAtOnce = '039';
export const pensionInParts = '044';
export const pensionEarnings: ReadonlySet<string> = new Set([pensionAtOnce, pensionInParts]);

/**
 * The codes of c_TipoPercepcion for welfare benefits: savings, insurance, vouchers and aids of every
 * kind.
 */
export const welfareEarnings: ReadonlySet<string> = new Set([
  '004',
  '005',
  '006',
  '011',
  '012',
  '013',
  '015',
  '024',
  '026',
  '029',
  '030',
  '031',
  '032',
  '033',
  '034',
  '035',
  '036',
  '037',
  '056',
]);

/** The facts that determine how much of a payment's earnings is exempt. */
export interface ExemptFacts {
  readonly paidOn: CalendarDate;
  /** The number of calendar days in the period. */
  readonly periodDays: number;
  /** NumAñosServicio; undefined if the start of the employment is unknown. */
  readonly serviceYears: number | undefined;
  /** The amount paid for overtime except triple overtime; undefined if no hours are stated. */
  readonly doubleHours?: Decimal | undefined;
  /** The number of days on which these overtime hours were worked; undefined if no hours are stated. */
  readonly overtimeDays?: number | undefined;
  /** Whether the daily wage is the minimum wage; undefined if unknown. */
  readonly hasMinimumWage?: boolean | undefined;
  /** The exempt amounts of other payments in the same year, keyed by c_TipoPercepcion. */
  readonly exemptInYear?: Readonly<Record<string, Decimal | undefined>> | undefined;
  /** The exempt amount of the other separation payments of the employment. */
  readonly exemptSeparations?: Decimal | undefined;
  /** The exempt amount of the other lump-sum pensions of the employment. */
  readonly exemptPensions?: Decimal | undefined;
}

export interface ExemptEarning {
  readonly type: string;
  readonly taxableAmount: Decimal;
  readonly exemptAmount: Decimal;
}

export interface ExemptExcess {
  /** The index of the first earning at which the sum of the exempt parts exceeds the limit. */
  readonly index: number;
  readonly most: Decimal;
  readonly law: string;
}

interface Ceiling {
  readonly types: ReadonlySet<string>;
  readonly law: (facts: ExemptFacts) => string;
  /**
   * Computes the limit in pesos for these facts and earnings; undefined if the law has no figure for the
   * day of payment.
   */
  readonly most: (facts: ExemptFacts, earnings: readonly ExemptEarning[]) => Decimal | undefined;
}

/** Exemptions with a limit in UMA. */
type UmaKey = Extract<FigureKey, `exemption.${string}`> &
  Exclude<FigureKey, 'exemption.overtime' | 'exemption.social_welfare'>;

const longestMonth = 31;
const daysOfWeek = 7;
const hundred = Decimal.from(100);

/**
 * Returns the number of weeks in the period, but at least the weeks of a month: the earnings of all
 * weeks and Sundays of a month may be paid together in any period.
 */
const weeksOf = ({ periodDays }: ExemptFacts): number =>
  Math.ceil(Math.max(periodDays, longestMonth) / daysOfWeek);

const restDays = ['054', '055'];

const shortestMonth = 28;
const shortestFortnight = 13;
const longestFortnight = 16;

/**
 * Returns the number of days of a pension. A month counts as 31 days and a fortnight as 16 days, because
 * many employers pay by equal months of 30.4 days.
 */
function pensionDaysOf({ periodDays }: ExemptFacts): number {
  if (periodDays >= shortestMonth) return Math.max(periodDays, longestMonth);
  return periodDays >= shortestFortnight ? Math.max(periodDays, longestFortnight) : periodDays;
}

/**
 * Returns the number of weeks with overtime. If no rest days are paid, the number of weeks cannot exceed
 * the number of days with overtime.
 */
function weeksOfOvertime(facts: ExemptFacts, earnings: readonly ExemptEarning[]): number {
  const hasRestDays = earnings.some(({ type }) => restDays.includes(type));
  const days = hasRestDays ? undefined : facts.overtimeDays;
  return Math.min(weeksOf(facts), days ?? Infinity);
}

const overtime = 'LISR art. 93-I';

const overtimeOn = (on: CalendarDate) => figureOn('exemption.overtime', on)?.value;
/** Returns the exempt share of overtime pay for a worker above the minimum wage. */
const exemptShare = (amount: Decimal, on: CalendarDate): Decimal | undefined => {
  const share = overtimeOn(on)?.percent;
  return share && amount.times(share).dividedBy(hundred, amount.scale + 2);
};

/**
 * Whether the payroll complement follows revision E, which introduced codes for rest days and made other
 * income of wages taxable.
 */
export const isRevisionE = (on: CalendarDate): boolean =>
  (figureOn('nomina.revision', on)?.value.revision ?? '') >= 'E';

const ceilings: readonly Ceiling[] = [
  {
    // Fully taxable earnings: wages, prizes for punctuality and attendance, and commissions.
    types: new Set(['001', '010', '028', '049']),
    law: () => 'LISR art. 94: wages are taxable',
    most: ({ paidOn }) => (overtimeOn(paidOn) ? Decimal.zero : undefined),
  },
  ofYear('002', 'exemption.aguinaldo'),
  ofYear('003', 'exemption.profit_sharing'),
  ofYear('021', 'exemption.vacation_premium'),
  ofUma(['020'], 'exemption.sunday_premium', 'LISR art. 93-XIV, for each Sunday', weeksOf),
  unused(
    ofUma(
      [...separationEarnings],
      'exemption.separation',
      'LISR art. 93-XIII, for each year of service',
      ({ serviceYears }) => serviceYears,
    ),
    ({ exemptSeparations }) => exemptSeparations,
  ),
  ofUma([pensionInParts], 'exemption.pension', 'LISR art. 93-IV, for each day', pensionDaysOf),
  unused(
    ofUma(
      [pensionAtOnce],
      'exemption.pension_at_once',
      'RLISR art. 171, 90 UMA for each day of a year',
      () => 1,
    ),
    ({ exemptPensions }) => exemptPensions,
  ),
  {
    types: new Set(['019']),
    law: () =>
      `${overtime}: half of the double hours, all of them on a minimum wage; never triple hours`,
    most: ({ paidOn, doubleHours, hasMinimumWage }) => {
      if (overtimeOn(paidOn) === undefined || doubleHours === undefined) return undefined;
      return hasMinimumWage === false ? exemptShare(doubleHours, paidOn) : doubleHours;
    },
  },
  {
    types: new Set(restDays),
    law: () =>
      `${overtime}: half of what is paid for rest days worked, all of it on a minimum wage`,
    most: ({ paidOn, hasMinimumWage }, earnings) =>
      hasMinimumWage === false && isRevisionE(paidOn)
        ? exemptShare(
            paidFor(earnings, ({ type }) => restDays.includes(type)),
            paidOn,
          )
        : undefined,
  },
  {
    types: new Set(['019', ...restDays]),
    law: ({ paidOn }) =>
      `${overtime}, for each week: ${overtimeOn(paidOn)?.capUmaPerWeek.toString()} UMA`,
    most: (facts, earnings) =>
      facts.hasMinimumWage === false
        ? inUma(
            facts.paidOn,
            overtimeOn(facts.paidOn)?.capUmaPerWeek,
            weeksOfOvertime(facts, earnings),
          )
        : undefined,
  },
  {
    types: welfareEarnings,
    law: () => 'LISR art. 93, last paragraphs: one yearly UMA, or what wages leave of seven',
    most: ({ paidOn }, earnings) => {
      const annual = umaOn(paidOn)?.annual;
      const welfare = figureOn('exemption.social_welfare', paidOn)?.value;
      if (annual === undefined || welfare === undefined) return undefined;
      const wages = paidFor(earnings, ({ type }) => !welfareEarnings.has(type));
      const left = annual.times(welfare.limitUma).minus(wages);
      return Decimal.max(annual.times(welfare.floorUma), left);
    },
  },
  {
    types: new Set(['038']),
    law: () => 'c_TipoPercepcion: other wage income is taxable since 2026',
    most: ({ paidOn }) => (isRevisionE(paidOn) ? Decimal.zero : undefined),
  },
];

function paidFor(
  earnings: readonly ExemptEarning[],
  isCounted: (earning: ExemptEarning) => boolean,
): Decimal {
  return Decimal.sum(
    earnings
      .filter(isCounted)
      .map(({ taxableAmount, exemptAmount }) => taxableAmount.plus(exemptAmount)),
  );
}

function inUma(on: CalendarDate, uma: Decimal | undefined, count: number | undefined) {
  const daily = umaOn(on)?.daily;
  if (uma === undefined || count === undefined) return undefined;
  return daily?.times(uma).times(Decimal.from(count));
}

function ofUma(
  types: readonly string[],
  key: UmaKey,
  law: string,
  countOf: (facts: ExemptFacts) => number | undefined,
): Ceiling {
  const umaOf = ({ paidOn }: ExemptFacts) => figureOn(key, paidOn)?.value.uma;
  return {
    types: new Set(types),
    law: (facts) => `${law}: ${umaOf(facts)?.toString()} UMA`,
    most: (facts) => inUma(facts.paidOn, umaOf(facts), countOf(facts)),
  };
}

/** Returns the part of a yearly exemption limit that other payments of the year have not used. */
function ofYear(type: string, key: UmaKey): Ceiling {
  const whole = ofUma([type], key, 'LISR art. 93-XIV, a year', () => 1);
  return unused(whole, ({ exemptInYear }) => exemptInYear?.[type]);
}

/** Reduces an exemption limit by the exempt amounts that other payments have already used. */
function unused(whole: Ceiling, usedOf: (facts: ExemptFacts) => Decimal | undefined): Ceiling {
  return {
    ...whole,
    most: (facts, earnings) => {
      const left = whole.most(facts, earnings)?.minus(usedOf(facts) ?? Decimal.zero);
      return left && Decimal.max(Decimal.zero, left);
    },
  };
}

/**
 * Returns the earnings of a payment whose exempt parts exceed the legal limits. For a yearly limit, only
 * the other payments in the facts are counted. The limit for welfare benefits is the limit for the whole
 * year.
 */
export function exemptExcesses(
  earnings: readonly ExemptEarning[],
  facts: ExemptFacts,
): ExemptExcess[] {
  return ceilings.flatMap(({ types, law, most: mostOf }) => {
    const most = mostOf(facts, earnings)?.round(2);
    if (most === undefined) return [];
    let exempt = Decimal.zero;
    const index = earnings.findIndex(({ type, exemptAmount }) => {
      if (!types.has(type)) return false;
      exempt = exempt.plus(exemptAmount);
      return exempt.greaterThan(most);
    });
    return index < 0 ? [] : [{ index, most, law: law(facts) }];
  });
}
