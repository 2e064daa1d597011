import { addDays, Decimal, type CalendarDate } from '@timbre/fiscal';
import type { DocumentFacts, FactLine } from './fact-shape';

/**
 * The age groups of a debt, each with its last day past due: not due yet (`current`), and overdue
 * by a number of days.
 */
export const ages = [
  { age: 'current', lastDay: 0 },
  { age: 'days1To30', lastDay: 30 },
  { age: 'days31To60', lastDay: 60 },
  { age: 'days61To90', lastDay: 90 },
  { age: 'over90', lastDay: undefined },
] as const;

export type Age = (typeof ages)[number]['age'];

/**
 * The facts of the debts of customers. The first measures in this list are amounts that belong to a
 * day, such as collections. The measures of the age groups are stored as changes by day. The
 * outstanding balance of an age group at the end of a day is the sum of all its changes up to that
 * day. On the day on which a debt becomes overdue, its amount is subtracted from its age group and
 * added to the next age group.
 */
export const collectionShape = {
  name: 'collection',
  filters: [],
  groups: ['customer'],
  measures: [
    'invoiced',
    'credited',
    'collected',
    'expected',
    'collectedOfExpected',
    'current',
    'days1To30',
    'days31To60',
    'days61To90',
    'over90',
  ],
} as const;

/**
 * The balance of a document in an event of accounts; amounts are decimal text in the currency of the
 * document.
 */
export interface AnnouncedDebt {
  documentRef: string;
  version: number;
  contact: string;
  /** The day of the document; absent in events from old versions, which contain no days. */
  occurredOn?: CalendarDate | undefined;
  exchangeRate?: string | undefined;
  owed?: string | undefined;
  parts: { dueOn: CalendarDate; amount: string; dated: boolean }[];
  reductions: { kind: string; occurredOn: CalendarDate; amount: string }[];
}

/** A slice of a debt: the part that has one due date and at most one reduction. */
interface Slice {
  amount: Decimal;
  /** The due date; absent for a part that was reduced before the payment plan began. */
  dueOn: CalendarDate | undefined;
  /** Whether the collection calendar includes this slice of the debt. */
  isDated: boolean;
  reduction: { kind: string; occurredOn: CalendarDate } | undefined;
}

type Measure = (typeof collectionShape.measures)[number];

/**
 * Returns the facts of a document that a customer owes on credit, in pesos at the document's exchange
 * rate. Reductions lower the oldest installment first. Returns undefined for an event from an old
 * version, which contains no days; a rebuild reads the debt of such an event from accounts.
 */
export function factsOfDebt(
  debt: AnnouncedDebt,
): DocumentFacts<typeof collectionShape> | undefined {
  const { documentRef: ref, version, occurredOn, contact } = debt;
  if (occurredOn === undefined || debt.owed === undefined) return undefined;
  const days = new Days(contact);
  for (const slice of inPesos(slicesOf(debt), debt.exchangeRate)) count(days, slice, occurredOn);
  return { ref, version, lines: days.lines() };
}

/** Adds up the measures of several facts by day. */
class Days {
  private readonly byDay = new Map<CalendarDate, Map<Measure, Decimal>>();

  constructor(private readonly customer: string) {}

  add(day: CalendarDate, measure: Measure, amount: Decimal): void {
    const measures = this.byDay.get(day) ?? new Map<Measure, Decimal>();
    this.byDay.set(
      day,
      measures.set(measure, (measures.get(measure) ?? Decimal.zero).plus(amount)),
    );
  }

  lines(): FactLine<typeof collectionShape>[] {
    return [...this.byDay].flatMap(([day, measures]) => {
      if ([...measures.values()].every((amount) => amount.isZero())) return [];
      const shown = collectionShape.measures.map((name) => {
        return [name, (measures.get(name) ?? Decimal.zero).trimmed().toString()] as const;
      });
      const own = Object.fromEntries(shown) as Record<Measure, string>;
      return [{ day, customer: this.customer, ...own }];
    });
  }
}

function count(days: Days, { amount, dueOn, isDated, reduction }: Slice, owedOn: CalendarDate) {
  days.add(owedOn, 'invoiced', amount);
  const isCredited = reduction?.kind === 'credit_note';
  if (reduction) days.add(reduction.occurredOn, isCredited ? 'credited' : 'collected', amount);
  if (dueOn !== undefined && isDated && !isCredited) {
    days.add(dueOn, 'expected', amount);
    if (reduction) days.add(dueOn, 'collectedOfExpected', amount);
  }
  // A slice that was paid before the day of its document is never outstanding.
  const until = reduction && latest(reduction.occurredOn, owedOn);
  for (const [index, { age, lastDay }] of ages.entries()) {
    const before = ages[index - 1]?.lastDay;
    const entered = before === undefined ? owedOn : dueOn && addDays(dueOn, before + 1);
    if (entered === undefined) return;
    const from = latest(entered, owedOn);
    const left = lastDay === undefined ? undefined : dueOn && addDays(dueOn, lastDay + 1);
    const to = earliest(left, until);
    if (to !== undefined && to <= from) continue;
    days.add(from, age, amount);
    if (to !== undefined) days.add(to, age, amount.negated());
  }
}

const latest = (one: CalendarDate, other: CalendarDate): CalendarDate =>
  one > other ? one : other;

const earliest = (one: CalendarDate | undefined, other: CalendarDate | undefined) =>
  one === undefined || (other !== undefined && other < one) ? other : one;

interface Part {
  dueOn: CalendarDate | undefined;
  isDated: boolean;
  amount: Decimal;
}

function slicesOf(debt: AnnouncedDebt): Slice[] {
  const slices: Slice[] = [];
  const reductions = debt.reductions.map((one) => ({ ...one, left: Decimal.from(one.amount) }));
  for (const { amount, ...part } of partsOf(debt)) {
    let open = amount;
    for (const reduction of reductions) {
      const taken = Decimal.min(open, reduction.left);
      if (!taken.isPositive()) continue;
      reduction.left = reduction.left.minus(taken);
      open = open.minus(taken);
      slices.push({ ...part, amount: taken, reduction });
    }
    if (open.isPositive()) slices.push({ ...part, amount: open, reduction: undefined });
  }
  return slices;
}

/**
 * Returns installments that add up to the original debt. Amounts by which the debt was lowered
 * before the payment plan began come first in the list and have no due date. If the installments
 * exceed the debt, the excess is subtracted from the oldest installment.
 */
function partsOf({ owed = '0', parts }: AnnouncedDebt): Part[] {
  const planned = parts.map(({ dueOn, dated, amount }) => ({
    dueOn,
    isDated: dated,
    amount: Decimal.from(amount),
  }));
  const sum = Decimal.sum(planned.map(({ amount }) => amount));
  const before = Decimal.from(owed).minus(sum);
  let beyond = before.isPositive() ? Decimal.zero : before.negated();
  const kept = planned.map((part) => {
    const off = Decimal.min(part.amount, beyond);
    beyond = beyond.minus(off);
    return { ...part, amount: part.amount.minus(off) };
  });
  return before.isPositive()
    ? [{ dueOn: undefined, isDated: false, amount: before }, ...kept]
    : kept;
}

const cents = 2;

/**
 * Converts slices of a debt to pesos. The running sum of the slices is rounded half up, so the
 * converted slices add up to the rounded total.
 */
function inPesos(slices: Slice[], exchangeRate = '1'): Slice[] {
  const rate = Decimal.from(exchangeRate);
  let sum = Decimal.zero;
  return slices.map((slice) => {
    const before = sum.times(rate).round(cents);
    sum = sum.plus(slice.amount);
    return { ...slice, amount: sum.times(rate).round(cents).minus(before) };
  });
}
