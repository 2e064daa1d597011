import type { CalendarDate } from '@timbre/fiscal';

/**
 * Declares the measures and dimensions of a report. The tables, the statements that update them, and all
 * queries and checks are generated from this declaration. The names of measures and dimensions are
 * written in camelCase in TypeScript and in snake_case in SQL.
 */
export interface FactShape<
  Filter extends string = string,
  Group extends string = string,
  Measure extends string = string,
> {
  /** The prefix for the names of the report's tables. */
  name: string;
  /**
   * The dimensions by which a request may filter; every sum is stored for each combination of their
   * values.
   */
  filters: readonly Filter[];
  /** The dimensions by which a request may group, one dimension at a time. */
  groups: readonly Group[];
  /**
   * The measures that reports add up. Measures are exact decimals, and never averages, shares or distinct
   * counts.
   */
  measures: readonly Measure[];
}

type Dimension<Shape extends FactShape> = Shape['filters'][number] | Shape['groups'][number];

/**
 * A row of facts for a document or for a part of a document. The measures of a document are the
 * sums over its rows.
 */
export type FactLine<Shape extends FactShape = FactShape> = {
  /** The day in which the row of facts is counted. */
  day: CalendarDate;
} & { [Name in Dimension<Shape>]: string } & {
  /** The measures of a row of facts as decimal text. */
  [Name in Shape['measures'][number]]: string;
};

/** The facts of one version of a document. A document without rows of facts is not counted. */
export interface DocumentFacts<Shape extends FactShape = FactShape> {
  ref: string;
  version: number;
  lines: FactLine<Shape>[];
}

/** Converts a name to snake_case, the form used in SQL. */
export const column = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
