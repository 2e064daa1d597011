import type { FactShape } from '../domain/fact-shape';

/** A measure that a report shows. */
export interface ShownMeasure {
  /**
   * An aggregate over rows with the columns of the shape as `c`: `sum(c.total)`. It is made of sums, since
   * a row of the opposite sign takes another one out.
   */
  sql: string;
  /** Its column in files, in Spanish. */
  heading: string;
  /** amount: pesos with two decimals; number: as many decimals as count; share: 0 to 1. */
  kind: 'amount' | 'number' | 'share';
}

/** How the sums of a shape are shown. */
export interface ReportView<Shape extends FactShape = FactShape> {
  shape: Shape;
  /** Averages and shares are computed here and never stored. */
  shown: Readonly<Record<string, ShownMeasure>>;
  /** The shown measure that groups are ordered by and shares are of. */
  main: string;
}

/** Filters by dimension; undefined takes every value. */
export type Filters<Shape extends FactShape = FactShape> = {
  [Name in Shape['filters'][number]]: readonly string[] | undefined;
};

/** The sum of an aggregated expression; 0 without rows. */
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
