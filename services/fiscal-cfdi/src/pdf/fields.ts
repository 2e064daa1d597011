import { lineHeight } from './pen';
import type { Sheet } from './sheet';

/** A field of a printed document: a label and its value. A field without a value is not printed. */
export type Field = readonly [label: string, value: string | undefined];

const columnGap = 14;
const rowGap = 3.5;

const titleStyle = (sheet: Sheet) => sheet.style(7.5, { face: 'bold', color: sheet.theme.accent });

export const titleHeight = (sheet: Sheet): number => lineHeight(titleStyle(sheet)) + 3;

/** Draws the title of a section, on the same page as the beginning of the section. */
export function drawTitle(sheet: Sheet, title: string, x = sheet.left): void {
  sheet.ensure(46);
  sheet.pen.write(title.toUpperCase(), x, sheet.y, titleStyle(sheet));
  sheet.y += titleHeight(sheet);
}

/** Draws small labels above their values, in columns of equal width. */
export function drawFields(sheet: Sheet, fields: readonly Field[], columns = 4): void {
  const width = columnWidth(sheet, columns);
  for (const { cells, height } of rowsOf(sheet, fields, columns)) {
    sheet.ensure(height);
    cells.forEach((lines, index) => {
      sheet.pen.writeLines(lines, sheet.left + index * (width + columnGap), sheet.y);
    });
    sheet.y += height;
  }
}

/** Returns the height of the fields in points. */
export const fieldsHeight = (sheet: Sheet, fields: readonly Field[], columns = 4): number =>
  rowsOf(sheet, fields, columns).reduce((sum, { height }) => sum + height, 0);

const columnWidth = (sheet: Sheet, columns: number): number =>
  (sheet.width - columnGap * (columns - 1)) / columns;

function rowsOf(sheet: Sheet, fields: readonly Field[], columns: number) {
  const present = fields.filter(([, value]) => value !== undefined && value !== '');
  const width = columnWidth(sheet, columns);
  const rowCount = Math.ceil(present.length / columns);
  return Array.from({ length: rowCount }, (_, row) => {
    const cells = present
      .slice(row * columns, (row + 1) * columns)
      .map((field) => cell(sheet, field, width));
    const lineCount = Math.max(...cells.map(({ length }) => length));
    return { cells, height: lineCount * lineHeight(sheet.style(8)) + rowGap };
  });
}

function cell(sheet: Sheet, [label, value = '']: Field, width: number) {
  const labelStyle = sheet.style(6.6, { color: sheet.theme.muted });
  return [
    ...sheet.pen.wrap(label, width, labelStyle),
    ...sheet.pen.wrap(value, width, sheet.style(8)),
  ];
}

/**
 * Draws one or two lists of fields side by side, each below its title. Each label is printed to the left of
 * its value.
 */
export function drawSideBySide(sheet: Sheet, parts: readonly Titled[]): void {
  const width = (sheet.width - 26) / 2;
  const top = sheet.y;
  const ends = parts.map((part, index) =>
    drawList(sheet, part, { x: sheet.left + index * (width + 26), y: top, width }),
  );
  sheet.y = Math.max(...ends) + 6;
}

export interface Titled {
  readonly title: string;
  /** A name that is printed in larger type above the fields. */
  readonly name?: string;
  readonly fields: readonly Field[];
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const labelWidth = 88;

function drawList(sheet: Sheet, { title, name, fields }: Titled, { x, y, width }: Area): number {
  const { pen, theme } = sheet;
  pen.write(title.toUpperCase(), x, y, titleStyle(sheet));
  let top = y + titleHeight(sheet) - 1;
  sheet.rule(top, { x, width });
  top += 5;
  if (name !== undefined) {
    top = pen.writeLines(pen.wrap(name, width, sheet.style(10, { face: 'bold' })), x, top) + 2;
  }
  for (const [label, value] of fields) {
    if (value === undefined || value === '') continue;
    const labels = pen.wrap(label, labelWidth - 6, sheet.style(8, { color: theme.muted }));
    const values = pen.wrap(value, width - labelWidth, sheet.style(8));
    const ends = [pen.writeLines(labels, x, top), pen.writeLines(values, x + labelWidth, top)];
    top = Math.max(...ends) + 1.5;
  }
  return top;
}
