import { lineHeight, type Face, type Line } from './pen';
import type { Sheet } from './sheet';

export interface Column {
  readonly title: string;
  /** Points; the one column without a width takes the rest. */
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** A cell, or a cell with small print below it. */
export type Cell = string | { readonly text: string; readonly notes: readonly string[] };

export type Row = readonly Cell[];

/** A column with its place on the page. */
export interface Placed extends Column {
  readonly x: number;
  readonly width: number;
}

/** The position of a table that does not take the whole width. */
export interface Strip {
  readonly x: number;
  readonly width: number;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Sums below the rows, in bold. */
  readonly foot?: Row;
}

const cellGap = 8;
export const rowPadding = 3.5;
const textSize = 8;
const noteSize = 6.8;
export const headStyle = (sheet: Sheet) =>
  sheet.style(6.8, { face: 'bold', color: sheet.theme.accent });

/** Points that the table takes when no page ends within it. */
export function tableHeight(sheet: Sheet, { columns, rows }: Table, strip: Strip): number {
  if (rows.length === 0) return 0;
  const placed = place(columns, strip);
  const heights = rows.map((row) => sum(stepsOf(cellsOf(sheet, placed, row))) + 2 * rowPadding);
  return headHeight(sheet, placed) + sum(heights) + 6;
}

export function place(columns: readonly Column[], strip: Strip): Placed[] {
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const rest = strip.width - fixed - cellGap * (columns.length + 1);
  let x = strip.x + cellGap;
  return columns.map((column) => {
    const placed = { ...column, x, width: column.width ?? rest };
    x += placed.width + cellGap;
    return placed;
  });
}

export function headHeight(sheet: Sheet, columns: readonly Placed[]): number {
  const style = headStyle(sheet);
  const counts = columns.map(({ title, width }) => sheet.pen.wrap(title, width, style).length);
  return Math.max(...counts) * lineHeight(style) + 8;
}

export type Cells = readonly (readonly Line[])[];

export const cellsOf = (
  sheet: Sheet,
  columns: readonly Placed[],
  row: Row,
  face: Face = 'regular',
): Line[][] => columns.map(({ width }, index) => linesOf(sheet, row[index] ?? '', { width, face }));

/** Lines beside each other share the height of the tallest. */
export function stepsOf(cells: Cells): number[] {
  const lineCount = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: lineCount }, (_, index) =>
    cells.reduce((most, lines) => {
      const line = lines[index];
      return line ? Math.max(most, lineHeight(line.style)) : most;
    }, 0),
  );
}

/** The area from the first column to the last, gaps included. */
export function stripOf(columns: readonly Placed[]): Strip {
  const [first, last] = [columns[0], columns.at(-1)];
  const x = (first?.x ?? 0) - cellGap;
  return { x, width: (last?.x ?? 0) + (last?.width ?? 0) + cellGap - x };
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

function linesOf(sheet: Sheet, cell: Cell, { width, face }: { width: number; face: Face }): Line[] {
  const { text, notes } = typeof cell === 'string' ? { text: cell, notes: [] } : cell;
  const noteStyle = sheet.style(noteSize, { color: sheet.theme.muted });
  return [
    ...sheet.pen.wrap(text, width, sheet.style(textSize, { face })),
    ...notes.flatMap((note) => sheet.pen.wrap(note, width, noteStyle)),
  ];
}
