import type { PrintedField, PrintedTable } from './sales-document';

/** An important figure, printed large. */
export interface PrintedKeyFigure {
  label: string;
  value: string;
  /** A note about the range of comparison. */
  note?: string | undefined;
}

/**
 * A vertical bar of a chart; its values are decimal text. A bar with a negative value extends below
 * the zero line.
 */
export interface PrintedBar {
  label: string;
  value: string;
  /** The value of the compared range, drawn beside the bar in a paler color. */
  previous?: string | undefined;
}

export interface PrintedBars {
  title: string;
  bars: PrintedBar[];
  /** The labels of both values, if each bar has two. */
  valueName?: string | undefined;
  previousName?: string | undefined;
}

/** A horizontal bar with its name, its value and its part of the whole. */
export interface PrintedShare {
  name: string;
  /** The length of the bar, as decimal text. */
  value: string;
  shown: string;
  share: string;
}

export interface PrintedShares {
  title: string;
  shares: PrintedShare[];
}

/** A table with its title and a row of sums. */
interface PrintedReportTable {
  title: string;
  table?: PrintedTable | undefined;
  /** The row of sums; empty for a table without sums. */
  foot: string[];
}

/** A report on letter paper: figures, charts and tables. */
export interface PrintedReport {
  title: string;
  /** The range of dates that the report covers. */
  number: string;
  kind: string;
  /** The local date and time of the report. They are also the date of the PDF file. */
  datedLocal: string;
  band: PrintedField[];
  /** The line that is printed at the foot of every page. */
  legend: string;
  /** A report has at most five important figures. */
  keyFigures: PrintedKeyFigure[];
  otherFigures: PrintedField[];
  bars: PrintedBars[];
  shares: PrintedShares[];
  tables: PrintedReportTable[];
}
