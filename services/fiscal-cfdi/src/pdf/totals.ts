import {
  amountInEnglish,
  amountInWords,
  Decimal,
  inBoth,
  type PaperLanguage,
  itemAt,
} from '@timbre/fiscal';
import { money } from './format';
import { lineHeight, type Line, type Pen, type Style } from './pen';
import type { Sheet } from './sheet';

export interface Totals {
  readonly rows: readonly SumRow[];
  readonly totalLabel: string;
  readonly total: Decimal;
  readonly currency: string;
  /** Sums that are not a part of the total, printed below the total. */
  readonly beside?: readonly SumRow[];
}

export type SumRow = readonly [label: string, value: string];

const boxWidth = 220;
const wordsMax = Decimal.from('999999999999.99');

/**
 * Prints the sums on the right and the total in words on the left of the same page.
 * @param below is the height, in points, of the space to reserve below the sums on the same page
 */
export function drawTotals(sheet: Sheet, totals: Totals, below = 0): void {
  const { rows, totalLabel, total, currency, beside = [] } = totals;
  const { pen, theme } = sheet;
  const row = sheet.style(8.5);
  const label = sheet.style(8.5, { color: theme.muted });
  const bold = sheet.style(11.5, { face: 'bold', color: theme.accent });
  const small = sheet.style(7.2, { color: theme.muted });
  const summands = new SumRows(pen, rows, { label, value: row });
  const others = new SumRows(pen, beside, { label: small, value: small });
  const height = summands.height + lineHeight(bold) + 16 + others.height;
  sheet.ensure(Math.max(height, 60) + below);
  const top = sheet.y + 2;
  const x = sheet.right - boxWidth;
  summands.draw(x, top);
  const y = top + summands.height;
  sheet.rule(y + 2, { x, width: boxWidth, color: theme.accent, weight: 1 });
  pen.write(totalLabel, x + 8, y + 7, bold);
  pen.write(money(total, currency), x, y + 7, bold, place);
  others.draw(x, y + lineHeight(bold) + 12);
  drawWords(sheet, words(total, currency, sheet.language), top);
  sheet.y = Math.max(top + height, top + 44);
}

const place = { width: boxWidth - 8, align: 'right' } as const;

/** Draws the rows of sums. Each row has a label on the left, which can need several lines. */
class SumRows {
  private readonly lines: readonly (readonly Line[])[];

  constructor(
    private readonly pen: Pen,
    private readonly rows: readonly SumRow[],
    private readonly style: { readonly label: Style; readonly value: Style },
  ) {
    this.lines = rows.map(([name, value]) =>
      pen.wrap(name, boxWidth - 22 - pen.measure(value, style.value), style.label),
    );
  }

  get height(): number {
    return this.rows.reduce((sum, _, index) => sum + this.stepOf(index), 0);
  }

  draw(x: number, top: number): void {
    let y = top;
    this.rows.forEach(([, value], index) => {
      this.pen.writeLines(itemAt(this.lines, index), x + 8, y);
      this.pen.write(value, x, y, this.style.value, place);
      y += this.stepOf(index);
    });
  }

  private stepOf(index: number): number {
    return itemAt(this.lines, index).length * lineHeight(this.style.value) + 2.5;
  }
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
