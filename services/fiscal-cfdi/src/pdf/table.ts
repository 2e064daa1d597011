import { lineHeight, type Line } from './pen';
import type { Sheet } from './sheet';

export interface Column {
  readonly title: string;
  /** Points; the one column without a width takes what the others leave. */
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** A cell, or a cell with small print below it. */
export type Cell = string | { readonly text: string; readonly notes: readonly string[] };

export type Row = readonly Cell[];

interface Placed extends Column {
  readonly x: number;
  readonly width: number;
}

const cellGap = 8;
const rowPadding = 3.5;
const textSize = 8;
const noteSize = 6.8;

/** Rows under a head that is repeated on each page; a row is split only when it fills a page. */
export function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const placed = place(sheet, columns);
  const drawHead = () => drawTableHead(sheet, placed);
  sheet.ensure(52);
  drawHead();
  sheet.repeated = drawHead;
  for (const row of rows) drawRow(sheet, placed, row);
  sheet.repeated = undefined;
  sheet.y += 6;
}

function place(sheet: Sheet, columns: readonly Column[]): Placed[] {
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const rest = sheet.width - fixed - cellGap * (columns.length + 1);
  let x = sheet.left + cellGap;
  return columns.map((column) => {
    const placed = { ...column, x, width: column.width ?? rest };
    x += placed.width + cellGap;
    return placed;
  });
}

function drawTableHead(sheet: Sheet, columns: readonly Placed[]): void {
  const style = sheet.style(6.8, { face: 'bold', color: sheet.theme.accent });
  const titles = columns.map(({ title, width }) => sheet.pen.wrap(title, width, style));
  const height = Math.max(...titles.map(({ length }) => length)) * lineHeight(style) + 8;
  sheet.document.rect(sheet.left, sheet.y, sheet.width, height).fill(sheet.theme.tint);
  columns.forEach(({ x, width, align = 'left' }, index) => {
    sheet.pen.writeLines(titles[index] ?? [], x, sheet.y + 4, { width, align });
  });
  sheet.y += height;
}

function drawRow(sheet: Sheet, columns: readonly Placed[], row: Row): void {
  const cells = columns.map(({ width }, index) => linesOf(sheet, row[index] ?? '', width));
  const step = lineHeight(sheet.style(textSize));
  const height = Math.max(...cells.map(heightOf)) + 2 * rowPadding;
  // A row taller than this would leave most of a page empty: it may be split instead.
  if (height < (sheet.bottom - sheet.left) / 3) sheet.ensure(height);
  sheet.y += rowPadding;
  const lineCount = Math.max(...cells.map(({ length }) => length));
  for (let index = 0; index < lineCount; index += 1) {
    sheet.ensure(step);
    const heights = columns.map(({ x, width, align = 'left' }, column) => {
      const line = cells[column]?.[index];
      if (line) sheet.pen.write(line.text, x, sheet.y, line.style, { width, align });
      return line ? lineHeight(line.style) : 0;
    });
    sheet.y += Math.max(...heights);
  }
  sheet.y += rowPadding;
  sheet.rule(sheet.y);
}

function linesOf(sheet: Sheet, cell: Cell, width: number): Line[] {
  const { text, notes } = typeof cell === 'string' ? { text: cell, notes: [] } : cell;
  const noteStyle = sheet.style(noteSize, { color: sheet.theme.muted });
  return [
    ...sheet.pen.wrap(text, width, sheet.style(textSize)),
    ...notes.flatMap((note) => sheet.pen.wrap(note, width, noteStyle)),
  ];
}

const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { style }) => sum + lineHeight(style), 0);
