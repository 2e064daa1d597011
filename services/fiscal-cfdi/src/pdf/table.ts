import type { Sheet } from './sheet';
import {
  cellsOf,
  headHeight,
  headStyle,
  place,
  rowPadding,
  stepsOf,
  stripOf,
  sum,
  type Cells,
  type Placed,
  type Strip,
  type Table,
} from './table-layout';

/** A row above this height may be split, because moving it would leave too much of a page empty. */
const splitFrom = 230;

/** Prints rows under a head that repeats on each page; a row is split only when it fills a page. */
export function drawTable(sheet: Sheet, { columns, rows, foot }: Table, strip?: Strip): void {
  if (rows.length === 0) return;
  const placed = place(columns, strip ?? { x: sheet.left, width: sheet.width });
  const drawHead = () => drawTableHead(sheet, placed);
  sheet.ensure(52);
  drawHead();
  sheet.repeated = drawHead;
  const sums = foot && cellsOf(sheet, placed, foot, 'bold');
  rows.forEach((row, at) => {
    const isLast = at === rows.length - 1;
    // The sums are never alone on a page.
    drawRow(
      sheet,
      placed,
      cellsOf(sheet, placed, row),
      isLast && sums ? heightOf(stepsOf(sums)) : 0,
    );
  });
  if (sums) drawRow(sheet, placed, sums);
  sheet.repeated = undefined;
  sheet.y += 6;
}

function drawTableHead(sheet: Sheet, columns: readonly Placed[]): void {
  const style = headStyle(sheet);
  const height = headHeight(sheet, columns);
  const { x, width } = stripOf(columns);
  sheet.document.rect(x, sheet.y, width, height).fill(sheet.theme.tint);
  for (const column of columns) {
    const lines = sheet.pen.wrap(column.title, column.width, style);
    sheet.pen.writeLines(lines, column.x, sheet.y + 4, column);
  }
  sheet.y += height;
}

const heightOf = (steps: number[]): number => sum(steps) + 2 * rowPadding;

/** @param kept points below the row that must be on its page */
function drawRow(sheet: Sheet, columns: readonly Placed[], cells: Cells, kept = 0): void {
  const steps = stepsOf(cells);
  const isWhole = sum(steps) < splitFrom;
  if (isWhole) sheet.ensure(heightOf(steps) + kept);
  sheet.y += rowPadding;
  if (isWhole) drawWhole(sheet, columns, cells, steps);
  else drawSplit(sheet, columns, cells, steps);
  sheet.y += rowPadding;
  const { x, width } = stripOf(columns);
  sheet.rule(sheet.y, { x, width });
}

/** Writes cell by cell, so that copied text keeps its order. */
function drawWhole(sheet: Sheet, columns: readonly Placed[], cells: Cells, steps: number[]): void {
  const top = sheet.y;
  columns.forEach((column, position) => {
    sheet.y = top;
    cells[position]?.forEach((line, index) => {
      sheet.pen.write(line.text, column.x, sheet.y, line.style, column);
      sheet.y += steps[index] ?? 0;
    });
  });
  sheet.y = top + sum(steps);
}

function drawSplit(sheet: Sheet, columns: readonly Placed[], cells: Cells, steps: number[]): void {
  steps.forEach((step, index) => {
    sheet.ensure(step);
    columns.forEach((column, position) => {
      const line = cells[position]?.[index];
      if (line) sheet.pen.write(line.text, column.x, sheet.y, line.style, column);
    });
    sheet.y += step;
  });
}
