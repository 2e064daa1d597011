import type { PrintedField, PrintedTable } from './sales-document';

/** An important amount or number of a report, printed in large type. */
export interface PrintedKeyFigure {
  label: string;
  value: string;
  /** A note about the comparison period, printed below the value. */
  note?: string | undefined;
}

/**
 * A vertical bar of a chart; its values are decimal text. A bar with a negative value extends below the
 * zero line.
 */
export interface PrintedBar {
  label: string;
  value: string;
  /** The value in the comparison period, drawn beside the bar in a paler color. */
  previous?: string | undefined;
}

export interface PrintedBars {
  title: string;
  bars: PrintedBar[];
  /** The labels of the two values, if the chart has two values per bar. */
  valueName?: string | undefined;
  previousName?: string | undefined;
}

/** A horizontal bar with a name, a value and its share of the total. */
export interface PrintedShare {
  name: string;
  /** The value that determines the length of the bar, as decimal text. */
  value: string;
  shown: string;
  share: string;
}

export interface PrintedShares {
  title: string;
  shares: PrintedShare[];
}

/** A table of a report, with a title and a row of sums. */
interface PrintedReportTable {
  title: string;
  table?: PrintedTable | undefined;
  /** The row of sums; empty if the table has no sums. */
  foot: string[];
}

/** A report on letter paper, with highlighted values, charts and tables. */
export interface PrintedReport {
  title: string;
  /** The date range that the report covers. */
  number: string;
  kind: string;
  /** The local date and time at which the report was created. The PDF file has the same creation date. */
  datedLocal: string;
  band: PrintedField[];
  /** The line at the foot of every page. */
  legend: string;
  /** The values that the report shows in large type, at most five. */
  keyFigures: PrintedKeyFigure[];
  otherFigures: PrintedField[];
  bars: PrintedBars[];
  shares: PrintedShares[];
  tables: PrintedReportTable[];
}
