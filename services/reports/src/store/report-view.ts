import type { FactShape } from '../domain/fact-shape';

export interface ShownMeasure {
  /**
   * An SQL aggregate over rows with the alias `c` that have the columns of the shape, such as
   * `sum(c.total)`. The expression must use only sums, because a row with the opposite amounts
   * removes a document from the sums.
   */
  sql: string;
  /** The Spanish heading of the measure's column in files. */
  heading: string;
  /**
   * The unit of a measure: an amount in pesos with two decimals, a quantity, or a share between 0
   * and 1.
   */
  kind: 'amount' | 'number' | 'share';
}

/** The measures that a report shows for the sums of a shape. */
export interface ReportView<Shape extends FactShape = FactShape> {
  shape: Shape;
  /**
   * The measures that the report shows; averages and shares are calculated when the report is read
   * and never stored.
   */
  shown: Readonly<Record<string, ShownMeasure>>;
  /** The measure by which groups are sorted and from which their shares are calculated. */
  main: string;
}

/** The filter values, keyed by dimension; undefined accepts every value. */
export type Filters<Shape extends FactShape = FactShape> = {
  [Name in Shape['filters'][number]]: readonly string[] | undefined;
};

/** SQL that calculates the sum of an expression; the sum is 0 if no rows are selected. */
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
