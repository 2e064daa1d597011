import { drawTitle } from './fields';
import { linesOf } from './format';
import { lineHeight, type Line } from './pen';
import type { Sheet } from './sheet';

/** Prints lines one below the other, on several pages if needed. */
export function drawLines(sheet: Sheet, lines: readonly Line[]): void {
  for (const line of lines) {
    sheet.ensure(lineHeight(line.style));
    sheet.y = sheet.pen.writeLines([line], sheet.left, sheet.y);
  }
}

/** Prints the organization's own text, paragraph by paragraph. */
export function drawCustomSection(sheet: Sheet, text: string | undefined): void {
  if (text === undefined || text.trim() === '') return;
  drawTitle(sheet, sheet.words.cfdi.notes);
  for (const paragraph of linesOf(text)) {
    drawLines(sheet, sheet.pen.wrap(paragraph, sheet.width, sheet.style(8)));
  }
  sheet.y += 6;
}
