import type { CalendarDate } from '@timbre/fiscal';

/**
 * Declares the measures and dimensions of a report. The tables, their updates by events, and all
 * queries and checks are generated from this declaration. Measures and dimensions have names in
 * camelCase here and in snake_case in SQL.
 */
export interface FactShape<
  Filter extends string = string,
  Group extends string = string,
  Measure extends string = string,
> {
  /** The prefix of the report's tables. */
  name: string;
  /** The dimensions by which a request may filter; every sum is stored for each combination of them. */
  filters: readonly Filter[];
  /** The dimensions by which a request may group, one at a time. */
  groups: readonly Group[];
  /** The measures that are added up: exact decimals, never an average, a share or a distinct count. */
  measures: readonly Measure[];
}

type Dimension<Shape extends FactShape> = Shape['filters'][number] | Shape['groups'][number];

/** A row of facts: a document, or a part of it. The measures of a document are the sums of its rows. */
export type FactLine<Shape extends FactShape = FactShape> = {
  /** The day on which the row is counted. */
  day: CalendarDate;
} & { [Name in Dimension<Shape>]: string } & {
  /** The measures of the row, as decimal text. */
  [Name in Shape['measures'][number]]: string;
};

/** The facts of one version of a document. A document without lines is not counted. */
export interface DocumentFacts<Shape extends FactShape = FactShape> {
  ref: string;
  version: number;
  lines: FactLine<Shape>[];
}

/** Returns a name in its SQL form, in snake_case. */
export const column = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
