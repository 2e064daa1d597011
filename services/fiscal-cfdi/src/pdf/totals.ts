import { amountInWords, Decimal } from '@timbre/fiscal';
import { money } from './format';
import { lineHeight } from './pen';
import type { Sheet } from './sheet';

export interface Totals {
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly totalLabel: string;
  readonly total: Decimal;
  readonly currency: string;
}

const boxWidth = 220;
const wordsMax = Decimal.from('999999999999.99');

/**
 * Prints the sums on the right and the total in words on the left, on one page.
 * @param below points to reserve below them on the same page
 */
export function drawTotals(sheet: Sheet, totals: Totals, below = 0): void {
  const { rows, totalLabel, total, currency } = totals;
  const { pen, theme } = sheet;
  const row = sheet.style(8.5);
  const label = sheet.style(8.5, { color: theme.muted });
  const bold = sheet.style(11.5, { face: 'bold', color: theme.accent });
  const step = lineHeight(row) + 2.5;
  const height = rows.length * step + lineHeight(bold) + 16;
  sheet.ensure(Math.max(height, 60) + below);
  const top = sheet.y + 2;
  const x = sheet.right - boxWidth;
  const place = { width: boxWidth - 8, align: 'right' } as const;
  let y = top;
  for (const [name, value] of rows) {
    pen.write(name, x + 8, y, label);
    pen.write(value, x, y, row, place);
    y += step;
  }
  sheet.rule(y + 2, { x, width: boxWidth, color: theme.accent, weight: 1 });
  pen.write(totalLabel, x + 8, y + 7, bold);
  pen.write(money(total, currency), x, y + 7, bold, place);
  drawWords(sheet, words(total, currency), top);
  sheet.y = Math.max(top + height, top + 44);
}

function drawWords(sheet: Sheet, text: string | undefined, top: number): void {
  if (text === undefined) return;
  const { pen } = sheet;
  const width = sheet.width - boxWidth - 26;
  const label = sheet.style(6.6, { color: sheet.theme.muted });
  pen.write('Importe con letra', sheet.left, top, label);
  pen.writeLines(pen.wrap(text, width, sheet.style(8.5)), sheet.left, top + lineHeight(label) + 1);
}

function words(total: Decimal, currency: string): string | undefined {
  const isSaid = currency !== 'XXX' && !total.isNegative() && total.lessOrEqual(wordsMax);
  return isSaid ? amountInWords(total, currency) : undefined;
}
