import type { FactShape } from '../domain/fact-shape';

export interface ShownMeasure {
  /**
   * An aggregate over rows with the columns of the shape as `c`, such as `sum(c.total)`. The
   * expression must consist of sums only, because a document is removed by a row with the opposite
   * amounts.
   */
  sql: string;
  /** The Spanish heading of its column in files. */
  heading: string;
  /** amount: pesos with two decimals; number: a quantity; share: 0 to 1. */
  kind: 'amount' | 'number' | 'share';
}

/** The measures with which a report shows the sums of a shape. */
export interface ReportView<Shape extends FactShape = FactShape> {
  shape: Shape;
  /** The shown measures; averages and shares are calculated here and never stored. */
  shown: Readonly<Record<string, ShownMeasure>>;
  /** The shown measure by which the groups are sorted and their shares are calculated. */
  main: string;
}

/** Filters, keyed by dimension; undefined accepts every value. */
export type Filters<Shape extends FactShape = FactShape> = {
  [Name in Shape['filters'][number]]: readonly string[] | undefined;
};

/** Returns SQL of the sum of an expression; 0 without rows. */
export const sumOf = (sql: string): string => `coalesce(sum(${sql}), 0)`;

export const amountOf = (heading: string, sql: string): ShownMeasure => ({
  heading,
  sql,
  kind: 'amount',
});

export const numberOf = (heading: string, sql: string): ShownMeasure => ({
  heading,
  sql,
  kind: 'number',
});
