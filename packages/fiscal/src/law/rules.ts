import { itemAt } from '../presence';
import { addDays, type CalendarDate } from '../calendar-date';
import { Decimal } from '../decimal';
import type { FigureKey, FigureValue } from './figure-kinds';
import type { Figure } from './pack';

/** Returns the figure for a key that is in force on a date, among the figures of all packs. */
export type FigureOn = <Key extends FigureKey>(
  key: Key,
  on: CalendarDate,
) => Figure<Key> | undefined;

type Tariff = FigureValue<'isr.tariff.monthly'>;
type TariffKey = Extract<FigureKey, `isr.tariff.${string}`>;

const cent = Decimal.from('0.01');
const twoCents = Decimal.from('0.02');
const hundred = Decimal.from(100);
const monthsOfYear = Decimal.from(12);
/**
 * A change of an annual figure by more than this share of the previous value requires a
 * confirmation.
 */
const jumpMax = Decimal.from('0.25');

/** The number of days of each ISR table that Annex 8 derives from the monthly table. */
const tariffDays: Partial<Record<FigureKey, number>> = {
  'isr.tariff.daily': 1,
  'isr.tariff.weekly': 7,
  'isr.tariff.decenal': 10,
  'isr.tariff.catorcenal': 14,
  'isr.tariff.quincenal': 15,
};

type Check<Key extends FigureKey> = (
  value: FigureValue<Key>,
  from: CalendarDate,
  figureOn: FigureOn,
) => string[];

const checks: { readonly [Key in FigureKey]?: Check<Key> } = {
  uma: umaFaults,
  'isr.subsidy': subsidyFaults,
  'labour.vacation_days': (rows) =>
    risingFaults(
      rows.flatMap(({ toYear, days }) => [
        ['years', Decimal.from(toYear)] as const,
        ['days', days] as const,
      ]),
    ),
  'imss.employer_old_age': oldAgeFaults,
  'imss.work_risk': ({ averages }) =>
    risingFaults(averages.map((average) => ['averages', average] as const)),
};

/**
 * Returns the faults in a figure's value, or in its relation to other figures, one sentence per
 * fault.
 */
export function figureFaults(
  { key, value, validFrom }: Figure,
  figureOn: FigureOn,
): readonly string[] {
  if (key.startsWith('isr.tariff.')) return tariffFaults(key, value as Tariff, validFrom, figureOn);
  const check = checks[key] as Check<FigureKey> | undefined;
  return check?.(value, validFrom, figureOn) ?? [];
}

/** Returns the faults in a legal figure that follows an earlier figure with the same key. */
export function successionFaults(before: Figure, next: Figure): string[] {
  if (before.validTo === null || before.validTo >= next.validFrom) {
    return [`overlaps the figure of ${before.validFrom}, which ends ${before.validTo ?? 'never'}`];
  }
  const day = addDays(before.validTo, 1);
  const faults = day < next.validFrom ? [`leaves a gap from ${day}`] : [];
  if (next.key === 'labour.overtime') {
    const hoursOf = ({ value }: Figure) => (value as FigureValue<'labour.overtime'>).maxWeeklyHours;
    if (hoursOf(next).greaterThan(hoursOf(before))) faults.push('raises the hours of the week');
  }
  if (next.confirmed === undefined && next.validTo !== null && isJump(before.value, next.value)) {
    faults.push('changes by more than a quarter and is not confirmed');
  }
  return faults;
}

/**
 * Whether an amount in an annual record has changed by more than a quarter. Tables are not
 * compared, because their rows can change completely from year to year.
 */
function isJump(before: unknown, next: unknown): boolean {
  if (Array.isArray(next)) return false;
  return Object.entries(next as object).some(([name, amount]) => {
    const old: unknown = (before as Record<string, unknown>)[name];
    if (!(amount instanceof Decimal) || !(old instanceof Decimal) || old.isZero()) return false;
    return amount.minus(old).abs().greaterThan(old.times(jumpMax));
  });
}

function tariffFaults(key: FigureKey, tariff: Tariff, from: CalendarDate, figureOn: FigureOn) {
  const faults: string[] = [];
  const days = tariffDays[key];
  const tolerance = days === undefined ? twoCents : twoCents.times(Decimal.from(days));
  tariff.forEach((row, at) => {
    const before = tariff[at - 1];
    const place = `row ${at + 1}`;
    const isLast = at === tariff.length - 1;
    if (isLast !== (row.upperLimit === undefined)) {
      faults.push(`${place}: only the last row has no upper limit`);
    }
    if (row.upperLimit?.lessOrEqual(row.lowerLimit)) {
      faults.push(`${place}: the upper limit is not above the lower one`);
    }
    if (before === undefined) {
      if (!row.lowerLimit.equals(cent)) faults.push(`${place}: does not begin at 0.01`);
      if (!row.fixedFee.isZero()) faults.push(`${place}: has a fixed fee`);
      return;
    }
    if (!before.upperLimit || !row.lowerLimit.equals(before.upperLimit.plus(cent))) {
      faults.push(`${place}: does not begin one cent above row ${at}`);
    }
    if (row.percent.lessOrEqual(before.percent)) faults.push(`${place}: the percent does not rise`);
    if (row.fixedFee.lessThan(before.fixedFee)) faults.push(`${place}: the fixed fee falls`);
    const due = taxAt(before, before.upperLimit ?? row.lowerLimit);
    if (due.minus(row.fixedFee).abs().greaterThan(tolerance)) {
      faults.push(`${place}: the fixed fee is not the tax at the end of row ${at}`);
    }
  });
  return faults.length > 0 ? faults : derivedFaults(key as TariffKey, tariff, from, figureOn);
}

const taxAt = ({ lowerLimit, fixedFee, percent }: Tariff[number], income: Decimal) =>
  fixedFee.plus(income.minus(lowerLimit).times(percent).dividedBy(hundred, 4));

/**
 * Returns the faults of an ISR table that is derived incorrectly. The table of each period must
 * equal the daily table times the days of the period, and the monthly table must equal a twelfth of
 * the annual table.
 */
function derivedFaults(key: TariffKey, tariff: Tariff, on: CalendarDate, figureOn: FigureOn) {
  const days = tariffDays[key];
  const isMonth = key === 'isr.tariff.monthly';
  const monthDays = figureOn('isr.tariff_days', on)?.value.monthDays;
  if (!isMonth && (days === undefined || monthDays === undefined)) return [];
  const whole = figureOn(isMonth ? 'isr.tariff.annual' : 'isr.tariff.monthly', on)?.value;
  const name = isMonth ? 'a twelfth of the annual tariff' : 'the monthly tariff for its days';
  if (whole?.length !== tariff.length) return [`is not ${name}: none has as many rows on ${on}`];
  const share = (amount: Decimal) =>
    isMonth || !monthDays
      ? amount.dividedBy(monthsOfYear, 2)
      : amount.dividedBy(monthDays, 2).times(Decimal.from(days ?? 0));
  const isNear = (one: Decimal | undefined, other: Decimal | undefined) => {
    if (one === undefined || other === undefined) return one === other;
    const missing = share(other).minus(one);
    // A difference of one cent is accepted in monthly ISR tables, because Annex 8 rounds half a
    // cent down in three of their cells.
    return missing.isZero() || (isMonth && missing.equals(cent));
  };
  return tariff.flatMap((row, at) => {
    const of = itemAt(whole, at);
    const isShare =
      isNear(row.upperLimit, of.upperLimit) &&
      isNear(row.fixedFee, of.fixedFee) &&
      row.percent.equals(of.percent);
    return isShare ? [] : [`row ${at + 1}: is not ${name}`];
  });
}

function umaFaults(
  { daily, monthly, annual }: FigureValue<'uma'>,
  on: CalendarDate,
  figureOn: FigureOn,
): string[] {
  const days = figureOn('uma.month', on)?.value.days;
  const isMonth = !days || monthly.equals(daily.times(days).round(2));
  return [
    ...(isMonth ? [] : [`monthly is not daily x ${days}`]),
    ...(annual.equals(monthly.times(monthsOfYear)) ? [] : ['annual is not monthly x 12']),
  ];
}

function subsidyFaults(
  { percentOfMonthlyUma, monthlyUma, monthlyAmount }: FigureValue<'isr.subsidy'>,
  on: CalendarDate,
  figureOn: FigureOn,
): string[] {
  const amount = monthlyUma.times(percentOfMonthlyUma).dividedBy(hundred, 2);
  const uma = figureOn('uma', on)?.value.monthly;
  return [
    ...(monthlyAmount.equals(amount) ? [] : ['monthlyAmount is not the percent of the UMA']),
    ...(uma && !uma.equals(monthlyUma) ? [`monthlyUma is not the UMA of ${on}`] : []),
  ];
}

function oldAgeFaults(bands: FigureValue<'imss.employer_old_age'>): string[] {
  const percents = bands.map(({ percent }) => ['percents', percent] as const);
  const limits = bands.flatMap(({ toUma }) => (toUma ? [['bands', toUma] as const] : []));
  const last = bands.at(-1);
  const isOpen = last !== undefined && !last.toUma && !last.toMinimumWages;
  const isClosed = bands.slice(0, -1).every((band) => !!band.toUma !== !!band.toMinimumWages);
  return [
    ...risingFaults(percents),
    ...risingFaults(limits),
    ...(isOpen && isClosed ? [] : ['each band but the last has one limit, and the last has none']),
  ];
}

function risingFaults(values: readonly (readonly [name: string, value: Decimal])[]): string[] {
  const latest = new Map<string, Decimal>();
  const faults = new Set<string>();
  for (const [name, value] of values) {
    if (latest.get(name)?.greaterOrEqual(value)) faults.add(`the ${name} do not rise`);
    latest.set(name, value);
  }
  return [...faults];
}
