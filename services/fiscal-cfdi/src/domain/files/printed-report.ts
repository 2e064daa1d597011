import type { PrintedField, PrintedTable } from './sales-document';

/** An important figure, printed large. */
export interface PrintedKeyFigure {
  label: string;
  value: string;
  /** The range of comparison. */
  note?: string | undefined;
}

/** A vertical bar; decimal text. Negative values extend below the zero line. */
export interface PrintedBar {
  label: string;
  value: string;
  /** The value of the compared range, drawn beside the bar in a paler color. */
  previous?: string | undefined;
}

export interface PrintedBars {
  title: string;
  bars: PrintedBar[];
  /** The labels of both values, if bars have two. */
  valueName?: string | undefined;
  previousName?: string | undefined;
}

/** A horizontal bar with its name, its value and its part of the whole. */
export interface PrintedShare {
  name: string;
  /** Decimal text that determines the length of the bar. */
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
  /** The row of sums; empty without sums. */
  foot: string[];
}

/** A report on letter paper: figures, charts and tables. */
export interface PrintedReport {
  title: string;
  /** The range of dates that the report covers. */
  number: string;
  kind: string;
  /** Local date-time; it also dates the file. */
  datedLocal: string;
  band: PrintedField[];
  /** Printed at the foot of every page. */
  legend: string;
  /** At most five. */
  keyFigures: PrintedKeyFigure[];
  otherFigures: PrintedField[];
  bars: PrintedBars[];
  shares: PrintedShares[];
  tables: PrintedReportTable[];
}
