import {
  amountInEnglish,
  amountInWords,
  Decimal,
  inBoth,
  type PaperLanguage,
  itemAt,
} from '@timbre/fiscal';
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
 * Prints the sums on the right and the total in words on the left, on the same page.
 * @param below height in points to reserve below them on the same page
 */
export function drawTotals(sheet: Sheet, totals: Totals, below = 0): void {
  const { rows, totalLabel, total, currency } = totals;
  const { pen, theme } = sheet;
  const row = sheet.style(8.5);
  const label = sheet.style(8.5, { color: theme.muted });
  const bold = sheet.style(11.5, { face: 'bold', color: theme.accent });
  const lines = rows.map(([name, value]) => {
    return pen.wrap(name, boxWidth - 22 - pen.measure(value, row), label);
  });
  const stepOf = (index: number) => itemAt(lines, index).length * lineHeight(row) + 2.5;
  const steps = rows.reduce((sum, _, index) => sum + stepOf(index), 0);
  const height = steps + lineHeight(bold) + 16;
  sheet.ensure(Math.max(height, 60) + below);
  const top = sheet.y + 2;
  const x = sheet.right - boxWidth;
  const place = { width: boxWidth - 8, align: 'right' } as const;
  let y = top;
  rows.forEach(([, value], index) => {
    pen.writeLines(itemAt(lines, index), x + 8, y);
    pen.write(value, x, y, row, place);
    y += stepOf(index);
  });
  sheet.rule(y + 2, { x, width: boxWidth, color: theme.accent, weight: 1 });
  pen.write(totalLabel, x + 8, y + 7, bold);
  pen.write(money(total, currency), x, y + 7, bold, place);
  drawWords(sheet, words(total, currency, sheet.language), top);
  sheet.y = Math.max(top + height, top + 44);
}

function drawWords(sheet: Sheet, text: string | undefined, top: number): void {
  if (text === undefined) return;
  const { pen } = sheet;
  const width = sheet.width - boxWidth - 26;
  const label = sheet.style(6.6, { color: sheet.theme.muted });
  pen.write(sheet.words.cfdi.amountInWords, sheet.left, top, label);
  pen.writeLines(pen.wrap(text, width, sheet.style(8.5)), sheet.left, top + lineHeight(label) + 1);
}

function words(total: Decimal, currency: string, language: PaperLanguage): string | undefined {
  if (currency === 'XXX' || total.isNegative() || total.greaterThan(wordsMax)) return undefined;
  if (language === 'es') return amountInWords(total, currency);
  const english = amountInEnglish(total, currency);
  return language === 'en' ? english : inBoth(amountInWords(total, currency), english);
}
