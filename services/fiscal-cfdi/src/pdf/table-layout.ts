import { lineHeight, type Face, type Line } from './pen';
import type { Sheet } from './sheet';

export interface Column {
  readonly title: string;
  /**
   * The width of the column in points. One column has no width and gets the rest of the table's width.
   */
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** The text of a cell, with or without small print below it. */
export type Cell = string | { readonly text: string; readonly notes: readonly string[] };

export type Row = readonly Cell[];

/** A table column, together with its horizontal position on the page. */
export interface Placed extends Column {
  readonly x: number;
  readonly width: number;
}

/** The horizontal position and width of a table that is narrower than the page. */
export interface Strip {
  readonly x: number;
  readonly width: number;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The row of sums, which is printed in bold below the other rows. */
  readonly foot?: Row;
  /**
   * The two rows with the sums carried over between pages: `over` is the last row of a page, and `forward`
   * is the first row of the next page. The rows `over` and `forward` contain the sums of all rows before
   * this position.
   */
  readonly carried?: {
    over(before: number): Row;
    forward(before: number): Row;
  };
  /**
   * If true, the table is printed in smaller type and with less space. In a compact table, small print is
   * written beside the text if there is room.
   */
  readonly isCompact?: boolean;
}

/** The font sizes and distances of a table in normal or in compact print. */
interface Print {
  readonly gap: number;
  readonly padding: number;
  readonly text: number;
  readonly note: number;
  readonly leading: number;
}

const usual: Print = { gap: 8, padding: 3.5, text: 8, note: 6.8, leading: 1.32 };
const compact: Print = { gap: 5, padding: 1.1, text: 6.3, note: 5.6, leading: 1.14 };
export const printOf = ({ isCompact }: Pick<Table, 'isCompact'>): Print =>
  isCompact ? compact : usual;
/** The distance in points between a text and the small print beside it. */
const afterGap = 4;
const headStyle = (sheet: Sheet) => sheet.style(6.8, { face: 'bold', color: sheet.theme.accent });

/** Returns the height of the table in points if no page break divides it. */
export function tableHeight(sheet: Sheet, table: Table, strip: Strip): number {
  if (table.rows.length === 0) return 0;
  const print = printOf(table);
  const placed = place(sheet, table.columns, strip, print);
  const heights = table.rows.map(
    (row) => sum(stepsOf(cellsOf(sheet, placed, row, { print }))) + 2 * print.padding,
  );
  return headHeight(sheet, placed) + sum(heights) + 6;
}

/**
 * Determines the horizontal positions and widths of the columns. A column is at least as wide as the
 * longest word of its title.
 */
export function place(
  sheet: Sheet,
  columns: readonly Column[],
  strip: Strip,
  { gap }: Print,
): Placed[] {
  const style = headStyle(sheet);
  const widths = columns.map(
    ({ title, width }) =>
      width &&
      Math.max(
        width,
        ...partsOf(title)
          .flatMap((part) => part.split(' '))
          .map((word) => sheet.pen.measure(word, style)),
      ),
  );
  const fixed = sum(widths.map((width = 0) => width));
  const rest = strip.width - fixed - gap * (columns.length + 1);
  let x = strip.x + gap;
  return columns.map((column, index) => {
    const placed = { ...column, x, width: widths[index] ?? rest };
    x += placed.width + gap;
    return placed;
  });
}

export function headHeight(sheet: Sheet, columns: readonly Placed[]): number {
  const counts = columns.map((column) => titleLines(sheet, column).length);
  return Math.max(...counts) * lineHeight(headStyle(sheet)) + 8;
}

/**
 * Returns the lines of a column's title. If a title in two languages needs several lines, each language
 * starts on a new line.
 */
export function titleLines(sheet: Sheet, { title, width }: Placed): Line[] {
  const { pen } = sheet;
  const style = headStyle(sheet);
  const lines = pen.wrap(title, width, style);
  if (lines.length === 1) return lines;
  return partsOf(title).flatMap((part) => pen.wrap(part, width, style));
}

/**
 * Splits a title in two languages at the slash. The slash stays with the first language, after a
 * non-breaking blank.
 */
const partsOf = (title: string): string[] => {
  const parts = title.split(' / ');
  return parts.map((part, at) => (at < parts.length - 1 ? `${part}\u00A0/` : part));
};

export type Cells = readonly (readonly Line[])[];

export const cellsOf = (
  sheet: Sheet,
  columns: readonly Placed[],
  row: Row,
  { print, face = 'regular' }: { print: Print; face?: Face },
): Line[][] =>
  columns.map(({ width }, index) => linesOf(sheet, row[index] ?? '', { width, face, print }));

/**
 * Returns the height of each line of a row. Lines at the same position in different cells get the height of
 * the tallest of these lines.
 */
export function stepsOf(cells: Cells): number[] {
  const lineCount = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: lineCount }, (_, index) =>
    cells.reduce((most, lines) => {
      const line = lines[index];
      return line ? Math.max(most, lineHeight(line.style)) : most;
    }, 0),
  );
}

/** Returns the position and width of the area from the first column to the last, including gaps. */
export function stripOf(columns: readonly Placed[], { gap }: Print): Strip {
  const [first, last] = [columns[0], columns.at(-1)];
  const x = (first?.x ?? 0) - gap;
  return { x, width: (last?.x ?? 0) + (last?.width ?? 0) + gap - x };
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

function linesOf(
  sheet: Sheet,
  cell: Cell,
  { width, face, print }: { width: number; face: Face; print: Print },
): Line[] {
  const { leading } = print;
  const { text, notes } = typeof cell === 'string' ? { text: cell, notes: [] } : cell;
  const noteStyle = sheet.style(print.note, { color: sheet.theme.muted, leading });
  const lines = sheet.pen.wrap(text, width, sheet.style(print.text, { face, leading }));
  const [first, ...more] = notes;
  const last = lines.at(-1);
  const after = first !== undefined && { text: first, style: noteStyle };
  const isBeside =
    print === compact && last && after && afterGap + widthOf(sheet, last, after) <= width;
  if (isBeside) lines.splice(-1, 1, { ...last, after });
  const below = isBeside ? more : notes;
  return [...lines, ...below.flatMap((note) => sheet.pen.wrap(note, width, noteStyle))];
}

const widthOf = (sheet: Sheet, ...lines: readonly Line[]): number =>
  sum(lines.map(({ text, style }) => sheet.pen.measure(text, style)));

/** Writes a line of a cell, with the small print beside it. */
export function writeCell(sheet: Sheet, { text, style, after }: Line, column: Placed): void {
  sheet.pen.write(text, column.x, sheet.y, style, column);
  if (!after) return;
  const x = column.x + sheet.pen.measure(text, style) + afterGap;
  sheet.pen.write(after.text, x, sheet.y + (style.size - after.style.size), after.style);
}
