import { Decimal, foldLetters, type CalendarDate } from '@timbre/fiscal';
import { cfdiContextOf, type CfdiContext, type Contribution } from './contributors';
import {
  lastMonthOf,
  monthsOf,
  type Declaration,
  type Periodicity,
  type Taxpayer,
} from './declaration';
import { expectedPeriods, isCovered, provisionalPeriodicity, wholeYear } from './expected-periods';
import {
  compare,
  conceptsInEffect,
  declaredOf,
  inOrder,
  paidOf,
  taxClassOf,
  type ConceptInEffect,
  type TaxClass,
} from './filings-in-effect';

export interface TaxReportQuery {
  fiscalYear: number;
  /** The month of the fiscal year, 1 to 12. */
  period?: number | undefined;
  contributorLimit?: number | undefined;
}

/** The declarations, periods and months that a request selects. */
export interface TaxScope {
  /** The declarations of the year, or only those whose period includes the requested month. */
  filed: Declaration[];
  /** The periods for which declarations should have been filed. */
  expected: number[];
  periodicity: Periodicity | undefined;
  /** The first and the last month of the CFDI that the tax report shows for comparison. */
  months: [first: number, last: number];
}

/**
 * Returns the declarations and expected periods that the request selects.
 * @param today the current day in Mexico City
 */
export function taxScopeOf(
  taxpayer: Taxpayer,
  declarations: readonly Declaration[],
  { fiscalYear, period }: TaxReportQuery,
  today: CalendarDate,
): TaxScope {
  const ofYear = declarations.filter((one) => one.fiscalYear === fiscalYear);
  const periodicity = provisionalPeriodicity(taxpayer, ofYear);
  const expected = expectedPeriods(taxpayer, periodicity, fiscalYear, today);
  if (period === undefined) return { filed: ofYear, expected, periodicity, months: [1, 12] };
  const contains = (months: [number, number] | undefined): months is [number, number] =>
    months !== undefined && months[0] <= period && period <= months[1];
  const spanOf = (last: number) =>
    last === wholeYear || periodicity === undefined
      ? undefined
      : monthsOf({ periodicity, period: last });
  const filed = ofYear.filter((one) => contains(monthsOf(one)));
  const own = periodicity && monthsOf({ periodicity, period: lastMonthOf(periodicity, period) });
  const spans = [...filed.map(monthsOf), own].filter(contains);
  const [longest = [period, period] as [number, number]] = spans.toSorted(
    (a, b) => b[1] - b[0] - (a[1] - a[0]),
  );
  return {
    filed,
    expected: expected.filter((last) => contains(spanOf(last))),
    periodicity,
    months: longest,
  };
}

type Breakdown = Record<TaxClass, number>;

interface Totals {
  declaredTaxTotal: number;
  paidTaxTotal: number;
  pendingTaxTotal: number;
  breakdown: Breakdown;
}

export interface TaxReport {
  source: 'sat_declarations';
  currency: 'MXN';
  fiscalYear: number;
  selectedPeriod: number | null;
  declarationCoverage: 'none' | 'partial' | 'complete';
  filedPeriods: number[];
  missingPeriods: number[];
  totals: Totals | null;
  periods: (Totals & {
    period: number;
    filingCount: number;
    paymentStatus: 'no_obligation' | 'pending' | 'partially_paid' | 'paid';
    withholdingDetails: { name: string; amount: number }[];
  })[];
  cfdiContext: CfdiContext | null;
}

/**
 * Calculates the report of the organization's declarations. The report also shows sums of CFDI, but CFDI
 * never change an amount of the declarations.
 */
export function taxReportOf(
  { fiscalYear, period, contributorLimit }: TaxReportQuery,
  { filed, expected, periodicity }: TaxScope,
  contributions: readonly Contribution[],
): TaxReport {
  const numbers = [...new Set(filed.map((one) => one.period))].toSorted((a, b) => a - b);
  const periods = numbers.map((number) =>
    periodOf(
      number,
      filed.filter((one) => one.period === number),
    ),
  );
  const inEffect = periods.flatMap(({ concepts }) => concepts.map(({ filing }) => filing));
  const missing = expected.filter((one) => !isCovered(one, periodicity, inEffect));
  const filedPeriods = numbers.filter((number) => inEffect.some((one) => one.period === number));
  return {
    source: 'sat_declarations',
    currency: 'MXN',
    fiscalYear,
    selectedPeriod: period ?? null,
    declarationCoverage:
      filedPeriods.length === 0 ? 'none' : missing.length === 0 ? 'complete' : 'partial',
    filedPeriods,
    missingPeriods: missing,
    totals: periods.length === 0 ? null : shownTotals(added(periods.map(({ sums }) => sums))),
    periods: periods.map(({ number, filingCount, sums, concepts }) => ({
      period: number,
      filingCount,
      ...shownTotals(sums),
      paymentStatus: statusOf(sums),
      withholdingDetails: withholdingsOf(concepts),
    })),
    cfdiContext: cfdiContextOf(contributions, contributorLimit),
  };
}

interface Sums {
  declared: Decimal;
  paid: Decimal;
  pending: Decimal;
  classes: Record<TaxClass, Decimal>;
}

const classes: TaxClass[] = ['isr', 'iva', 'withholdings', 'unclassified'];

/**
 * Returns the tax sums of one period. Filings with another periodicity are not replaced, so the amounts
 * of all periodicities with the same period number are added.
 */
function periodOf(number: number, filings: Declaration[]) {
  const periodicities = [...new Set(filings.map(({ periodicity }) => periodicity))];
  const groups = periodicities.map((periodicity) => {
    const own = inOrder(filings.filter((one) => one.periodicity === periodicity));
    return { filings: own, concepts: conceptsInEffect(own) };
  });
  const concepts = groups.flatMap((group) => group.concepts);
  const byClass = classes.map((name): [TaxClass, Decimal] => [
    name,
    Decimal.sum(
      concepts.flatMap(({ concept }) =>
        taxClassOf(concept.name) === name ? declaredOf(concept) : [],
      ),
    ),
  ]);
  const declared = Decimal.sum(byClass.map(([, amount]) => amount));
  const paid = paidOf(groups);
  const pending = Decimal.max(Decimal.zero, declared.minus(paid));
  const sums = { declared, paid, pending, classes: Object.fromEntries(byClass) as Sums['classes'] };
  return { number, filingCount: filings.length, concepts, sums };
}

/**
 * Adds up the tax sums of several periods. An overpayment for one period does not lower the amount
 * due of a different period.
 */
function added(all: readonly Sums[]): Sums {
  const sumOf = (of: (sums: Sums) => Decimal) => Decimal.sum(all.map(of));
  return {
    declared: sumOf(({ declared }) => declared),
    paid: sumOf(({ paid }) => paid),
    pending: sumOf(({ pending }) => pending),
    classes: Object.fromEntries(
      classes.map((name) => [name, sumOf((sums) => sums.classes[name])]),
    ) as Sums['classes'],
  };
}

const shownTotals = ({ declared, paid, pending, classes: byClass }: Sums): Totals => ({
  declaredTaxTotal: declared.toNumber(),
  paidTaxTotal: paid.toNumber(),
  pendingTaxTotal: pending.toNumber(),
  breakdown: Object.fromEntries(
    classes.map((name) => [name, byClass[name].toNumber()]),
  ) as Breakdown,
});

function statusOf({
  declared,
  paid,
  pending,
}: Sums): TaxReport['periods'][number]['paymentStatus'] {
  if (declared.isZero()) return 'no_obligation';
  if (pending.isZero()) return 'paid';
  return paid.isZero() ? 'pending' : 'partially_paid';
}

/**
 * Returns the withheld taxes by name, the largest tax first. A tax is shown with the name that the latest
 * filing prints.
 */
function withholdingsOf(concepts: readonly ConceptInEffect[]): { name: string; amount: number }[] {
  const withheld = new Map<string, { name: string; filing: Declaration; amount: Decimal }>();
  for (const { concept, filing } of concepts) {
    const declared = declaredOf(concept);
    if (taxClassOf(concept.name) !== 'withholdings' || declared.isZero()) continue;
    const key = foldLetters(concept.name);
    const known = withheld.get(key);
    const isLatest = !known || inOrder([known.filing, filing])[1] === filing;
    const { name, filing: named } = isLatest ? { name: concept.name, filing } : known;
    withheld.set(key, {
      name,
      filing: named,
      amount: declared.plus(known?.amount ?? Decimal.zero),
    });
  }
  return [...withheld.values()]
    .toSorted((a, b) => b.amount.compare(a.amount) || compare(a.name, b.name))
    .map(({ name, amount }) => ({ name, amount: amount.toNumber() }));
}
