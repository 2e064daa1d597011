import type { PrintedShare, PrintedShares } from '../domain/files/printed-report';
import { drawTitle } from './fields';
import type { Sheet } from './sheet';

const rowHeight = 15;
const nameWidth = 190;
const shownWidth = 92;
const shareWidth = 46;
const barHeight = 8;

/**
 * Draws a horizontal bar for each group of the report. The bar of a negative value extends to the left of
 * the zero line.
 */
export function drawShares(sheet: Sheet, { title, shares }: PrintedShares): void {
  if (shares.length === 0) return;
  drawTitle(sheet, title);
  const values = shares.map(({ value }) => Number(value));
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const scale = high === low ? 1 : high - low;
  const x = sheet.left + nameWidth + 10;
  const width = sheet.width - nameWidth - shownWidth - shareWidth - 30;
  const zero = x + width * (-low / scale);
  for (const share of shares) {
    sheet.ensure(rowHeight);
    drawShare(sheet, share, zero, (Math.abs(Number(share.value)) / scale) * width);
    sheet.document.rect(zero - 0.3, sheet.y, 0.6, rowHeight).fill(sheet.theme.muted);
    sheet.y += rowHeight;
  }
  sheet.y += 10;
}

function drawShare(
  sheet: Sheet,
  { name, value, shown, share }: PrintedShare,
  zero: number,
  length: number,
): void {
  const { pen, theme } = sheet;
  const isNegative = value.startsWith('-');
  const style = sheet.style(8);
  const y = sheet.y + 2;
  pen.write(shortened(sheet, name), sheet.left, y, style);
  if (length > 0) {
    const drawn = Math.max(length, 0.6);
    const start = isNegative ? zero - drawn : zero;
    const color = isNegative ? theme.warning : theme.accent;
    sheet.document.rect(start, sheet.y + 3.5, drawn, barHeight).fill(color);
  }
  const right = { align: 'right' } as const;
  const at = sheet.right - shownWidth - shareWidth;
  pen.write(shown, at, y, style, { width: shownWidth, ...right });
  const muted = sheet.style(8, { color: theme.muted });
  pen.write(share, sheet.right - shareWidth, y, muted, { width: shareWidth, ...right });
}

/** Shortens a name so that it fits on one line. The table below the chart contains the whole name. */
function shortened(sheet: Sheet, name: string): string {
  const style = sheet.style(8);
  const [first, second] = sheet.pen.wrap(name, nameWidth, style);
  if (!second) return first?.text ?? '';
  const mark = '…';
  const [line] = sheet.pen.wrap(name, nameWidth - sheet.pen.measure(mark, style), style);
  return `${line?.text ?? ''}${mark}`;
}
