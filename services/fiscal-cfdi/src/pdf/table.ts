import type { Sheet } from './sheet';
import {
  cellsOf,
  headHeight,
  place,
  printOf,
  stepsOf,
  stripOf,
  sum,
  titleLines,
  writeCell,
  type Cells,
  type Placed,
  type Row,
  type Strip,
  type Table,
} from './table-layout';

/**
 * A row of at least this height, in points, is split at the end of a page, because moving the whole row
 * would leave too much of the page empty.
 */
const splitFrom = 230;

/**
 * Prints the rows of a table below a head that is repeated on each page. Only a very high row is split
 * between two pages. The carried sums are printed at the end of each page except the last, and at the
 * beginning of the next page.
 */
export function drawTable(sheet: Sheet, table: Table, strip?: Strip): void {
  if (table.rows.length === 0) return;
  const drawing = new TableDrawing(sheet, table, strip ?? { x: sheet.left, width: sheet.width });
  drawing.draw();
}

class TableDrawing {
  private readonly print;
  private readonly columns: readonly Placed[];

  constructor(
    private readonly sheet: Sheet,
    private readonly table: Table,
    strip: Strip,
  ) {
    this.print = printOf(table);
    this.columns = place(sheet, table.columns, strip, this.print);
  }

  draw(): void {
    const { sheet } = this;
    const { rows, foot, carried } = this.table;
    sheet.ensure(52);
    this.drawHead();
    const sums = foot && this.cells(foot, 'bold');
    const carriedHeight = carried ? this.heightOf(this.cells(carried.over(0), 'bold')) : 0;
    rows.forEach((row, at) => {
      sheet.repeated = () => this.begin(at);
      const isLast = at === rows.length - 1;
      const cells = this.cells(row);
      // The row of sums must not be alone on a page, so its height is reserved together with the last row.
      const kept = isLast ? (sums ? this.heightOf(sums) : 0) : carriedHeight;
      if (isWhole(cells) && !sheet.fits(this.heightOf(cells) + kept)) this.turn(at);
      this.drawRow(cells);
    });
    sheet.repeated = () => this.drawHead();
    if (sums) this.drawRow(sums);
    sheet.repeated = undefined;
    sheet.y += 6;
  }

  private cells(row: Row, face: 'regular' | 'bold' = 'regular'): Cells {
    return cellsOf(this.sheet, this.columns, row, { print: this.print, face });
  }

  private heightOf(cells: Cells): number {
    return sum(stepsOf(cells)) + 2 * this.print.padding;
  }

  /** Ends the current page before the row at the given position. */
  private turn(at: number): void {
    const { carried } = this.table;
    if (carried && at > 0) this.drawRow(this.cells(carried.over(at), 'bold'));
    this.sheet.nextPage();
  }

  /** Begins a new page before the row at the given position, with the table head and the carried sums. */
  private begin(at: number): void {
    const { carried } = this.table;
    this.drawHead();
    if (carried && at > 0) this.drawRow(this.cells(carried.forward(at), 'bold'));
  }

  private drawHead(): void {
    const { sheet, columns } = this;
    const height = headHeight(sheet, columns);
    const { x, width } = stripOf(columns, this.print);
    sheet.document.rect(x, sheet.y, width, height).fill(sheet.theme.tint);
    for (const column of columns) {
      sheet.pen.writeLines(titleLines(sheet, column), column.x, sheet.y + 4, column);
    }
    sheet.y += height;
  }

  private drawRow(cells: Cells): void {
    const { sheet, columns, print } = this;
    sheet.y += print.padding;
    if (isWhole(cells)) drawWhole(sheet, columns, cells);
    else drawSplit(sheet, columns, cells);
    sheet.y += print.padding;
    const { x, width } = stripOf(columns, print);
    sheet.rule(sheet.y, { x, width, weight: print.padding < 2 ? 0.3 : 0.6 });
  }
}

const isWhole = (cells: Cells): boolean => sum(stepsOf(cells)) < splitFrom;

/** Writes the cells one after the other, so that text copied from the PDF has the right order. */
function drawWhole(sheet: Sheet, columns: readonly Placed[], cells: Cells): void {
  const steps = stepsOf(cells);
  const top = sheet.y;
  columns.forEach((column, position) => {
    sheet.y = top;
    cells[position]?.forEach((line, index) => {
      writeCell(sheet, line, column);
      sheet.y += steps[index] ?? 0;
    });
  });
  sheet.y = top + sum(steps);
}

function drawSplit(sheet: Sheet, columns: readonly Placed[], cells: Cells): void {
  stepsOf(cells).forEach((step, index) => {
    sheet.ensure(step);
    columns.forEach((column, position) => {
      const line = cells[position]?.[index];
      if (line) writeCell(sheet, line, column);
    });
    sheet.y += step;
  });
}
