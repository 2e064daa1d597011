import { Decimal, localDateTimeIn, shownDecimal, memberAt, itemAt } from '@timbre/fiscal';
import type { AskedReport } from './asked-report';
import { periodsOf, type Interval, type Range } from './report-range';
import { othersName, type Measures, type ReadReport } from './show-report';

/** A measure of a printed report, with its Spanish heading. */
export interface PrintedMeasure {
  heading: string;
  kind: 'amount' | 'number' | 'share';
}

export interface PrintableReport {
  asked: AskedReport;
  found: ReadReport;
  title: string;
  groupTitle: string | undefined;
  nameOf: (key: string) => string;
  shown: Readonly<Record<string, PrintedMeasure>>;
  /** The measure that the charts of the report show. */
  main: string;
  /**
   * The measure by which groups are sorted and from which their shares are calculated; by default the
   * main measure.
   */
  mainOfGroups?: string;
  /** The measures that the tables show, at most five. */
  printed: readonly string[];
  /** Measures that are parts of a total; a chart shows them as bars next to each other. */
  parts?: { title: string; of: readonly string[] };
}

const intervalNames: Record<Interval, string> = {
  day: 'Día',
  week: 'Semana',
  month: 'Mes',
  quarter: 'Trimestre',
  year: 'Año',
};
const months = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');
const legend = 'Este reporte no es un comprobante fiscal';

const shownRange = ({ from, to }: Range): string => `${from} a ${to}`;

/** Returns the texts and the formatted numbers of a report, which fiscal-cfdi prints. */
export function printedReport(report: PrintableReport, now: Date) {
  const { asked, found, title, groupTitle } = report;
  const { range, interval } = asked;
  const { comparison } = found;
  const intervalName = intervalNames[interval];
  return {
    title,
    number: shownRange(range),
    legend,
    kind: groupTitle === undefined ? 'Pesos mexicanos' : `Pesos mexicanos, por ${groupTitle}`,
    datedLocal: localIn(now),
    band: [
      { label: 'Intervalo', value: intervalName },
      ...(comparison ? [{ label: 'Comparado con', value: shownRange(comparison) }] : []),
      { label: 'Datos al', value: found.asOf ? shownInstant(found.asOf) : 'Sin datos' },
    ],
    keyFigures: report.printed.map((name) => keyFigure(report, name)),
    otherFigures: Object.entries(report.shown)
      .filter(([name]) => !report.printed.includes(name))
      .map(([name, { heading, kind }]) => ({
        label: heading,
        value: figure(kind, found.totals[name]),
      })),
    bars: [
      barsOf(report, `${mainOf(report).heading} por ${intervalName.toLowerCase()}`),
      ...(report.parts ? [partsOf(report, report.parts)] : []),
    ],
    shares: groupTitle === undefined ? [] : [sharesOf(report, groupTitle)],
    tables: tablesOf(report, intervalName),
  };
}

const mainOf = ({ shown, main }: PrintableReport): PrintedMeasure => memberAt(shown, main);

/** Returns the local time in central Mexico for a given instant. */
const localIn = (instant: Date): string =>
  localDateTimeIn(instant.getTime(), 'America/Mexico_City');

const shownInstant = (asOf: string): string =>
  `${localIn(new Date(asOf)).replace('T', ' ').slice(0, 16)} (centro)`;

function keyFigure({ shown, found }: PrintableReport, name: string) {
  const { heading, kind } = memberAt(shown, name);
  const value = found.totals[name];
  const before = found.comparison?.totals[name];
  return {
    label: heading,
    value: figure(kind, value),
    ...(found.comparison && { note: changeOf(value, before) }),
  };
}

const hundred = Decimal.from(100);

/**
 * Returns the change between two values, such as `+12.3 % que antes`, or a text if the earlier
 * value is missing.
 */
function changeOf(value: number | null | undefined, before: number | null | undefined): string {
  if (value == null || before == null) return 'Sin comparación';
  const old = Decimal.from(before);
  if (old.isZero()) return value === 0 ? 'Sin cambio' : 'Antes: 0';
  const change = Decimal.from(value).minus(old).times(hundred).dividedBy(old.abs(), 1);
  return `${change.isNegative() || change.isZero() ? '' : '+'}${shownDecimal(change, 1)} % que antes`;
}

/**
 * Returns a number in its printed form, such as `$1,160.00`, `-$1,160.00`, `12`, `44.4 %`, or a
 * dash if there is no value.
 */
function figure(kind: PrintedMeasure['kind'], value: number | null | undefined): string {
  if (value == null) return '–';
  const exact = Decimal.from(value);
  if (kind === 'number') return shownDecimal(exact, 0);
  if (kind === 'share') return shownShare(value);
  const text = shownDecimal(exact.round(2), 2);
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}

const shownShare = (share: number): string =>
  `${shownDecimal(Decimal.from(share).times(hundred).round(1), 1)} %`;

function barsOf(report: PrintableReport, title: string) {
  const { asked, found, main } = report;
  const { range, interval } = asked;
  const { comparison } = found;
  const bars = found.series.map(({ periodStart, measures }, at) => ({
    label: labelOf(interval, periodStart),
    value: plain(measures, main),
    ...(comparison && {
      previous: comparison.series[at] ? plain(comparison.series[at].measures, main) : '0',
    }),
  }));
  return {
    title,
    bars,
    ...(comparison && { valueName: shownRange(range), previousName: shownRange(comparison) }),
  };
}

const partsOf = (
  { found, shown }: PrintableReport,
  { title, of }: NonNullable<PrintableReport['parts']>,
) => ({
  title,
  bars: of.map((name) => ({
    label: memberAt(shown, name).heading,
    value: plain(found.totals, name),
  })),
});

const plain = (measures: Measures, name: string): string =>
  Decimal.from(measures[name] ?? 0).toString();

/** Returns the label of an interval, such as `12 ene`, `ene 26`, `T1 26` or `2026`. */
function labelOf(interval: Interval, start: string): string {
  const [year = '', month = '', day = ''] = start.split('-');
  const name = itemAt(months, Number(month) - 1);
  if (interval === 'day' || interval === 'week') return `${Number(day)} ${name}`;
  if (interval === 'month') return `${name} ${year.slice(2)}`;
  return interval === 'year' ? year : `T${Math.ceil(Number(month) / 3)} ${year.slice(2)}`;
}

const nameIn = (
  { nameOf }: PrintableReport,
  { key, name }: ReadReport['groups'][number],
): string => (key === null ? othersName : (name ?? nameOf(key)));

function sharesOf(report: PrintableReport, groupTitle: string) {
  const { found, mainOfGroups: main = report.main } = report;
  const { heading, kind } = memberAt(report.shown, main);
  return {
    title: `${heading} por ${groupTitle}`,
    shares: found.groups.map((group) => ({
      name: nameIn(report, group),
      value: plain(group.measures, main),
      shown: figure(kind, group.measures[main]),
      share: shownShare(group.share),
    })),
  };
}

const columnWidth = { amount: 72, number: 56, share: 56 };

function tablesOf(report: PrintableReport, intervalName: string) {
  const { asked, found, groupTitle } = report;
  const periods = periodsOf(asked.range, asked.interval);
  const intervals = found.series.map(({ measures }, at) => ({
    name: shownPeriod(asked.interval, itemAt(periods, at)),
    measures,
  }));
  const groups = found.groups.map((group) => ({
    name: nameIn(report, group),
    measures: group.measures,
  }));
  return [
    tableOf(report, intervalName, intervals),
    ...(groupTitle === undefined ? [] : [tableOf(report, groupTitle, groups)]),
  ];
}

/**
 * Returns the text for the days of an interval, which may be cut off at the start or end of the
 * report's range.
 */
const shownPeriod = (interval: Interval, period: Range): string =>
  interval === 'day' ? period.from : shownRange(period);

function tableOf(
  { shown, printed, found }: PrintableReport,
  title: string,
  rows: readonly { name: string; measures: Measures }[],
) {
  const measures = printed.map((name) => ({ name, ...memberAt(shown, name) }));
  const columns = [
    { title, isAmount: false },
    ...measures.map(({ heading, kind }) => ({
      title: heading,
      width: columnWidth[kind],
      isAmount: kind === 'amount',
      isNumber: kind !== 'amount',
    })),
  ];
  const cellsOf = (values: Measures) =>
    measures.map(({ name, kind }) =>
      kind === 'amount' ? textOf(values[name]) : figure(kind, values[name]),
    );
  return {
    title: `Por ${title}`,
    table: {
      columns,
      rows: rows.map(({ name, measures: values }) => ({ cells: [name, ...cellsOf(values)] })),
    },
    foot: ['Total', ...cellsOf(found.totals)],
  };
}

const textOf = (value: number | null | undefined): string =>
  value == null ? '' : Decimal.from(value).toString();
