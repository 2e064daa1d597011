import type { CalendarDate } from '@timbre/fiscal';

/**
 * The measures and dimensions of a report, declared once: its tables, their changes by events, and
 * how they are read and checked follow from it. Names are camelCase here and snake_case in SQL.
 */
export interface FactShape<
  Filter extends string = string,
  Group extends string = string,
  Measure extends string = string,
> {
  /** The prefix of its tables. */
  name: string;
  /** Dimensions that a request may filter by; every sum is kept for each combination of them. */
  filters: readonly Filter[];
  /** Dimensions that a request may group by, one at a time. */
  groups: readonly Group[];
  /**
   * The measures that are added up: exact decimals, never an average, a share or a number of
   * distinct things.
   */
  measures: readonly Measure[];
}

type Dimension<Shape extends FactShape> = Shape['filters'][number] | Shape['groups'][number];

/** One row of facts: a document, or a part of it. The measures of a document are the sums of its rows. */
export type FactLine<Shape extends FactShape = FactShape> = {
  /** The day that counts. */
  day: CalendarDate;
} & { [Name in Dimension<Shape>]: string } & {
  /** Decimal text. */
  [Name in Shape['measures'][number]]: string;
};

/** All that reports know of one document at one version. Without lines it counts nowhere. */
export interface DocumentFacts<Shape extends FactShape = FactShape> {
  ref: string;
  version: number;
  lines: FactLine<Shape>[];
}

/** A name as SQL has it. */
export const column = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
