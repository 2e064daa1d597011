import type { PrintedBar, PrintedBars } from '../domain/files/printed-report';
import { axisOf, shortNumber, type Axis } from './axis';
import { drawTitle, titleHeight } from './fields';
import type { Sheet } from './sheet';

const height = 150;
const labelHeight = 16;
const legendHeight = 14;
const axisWidth = 46;
/** The chart prints the value above each bar if it has at most this number of bars. */
const writtenMax = 13;

/** The position of a chart on the page, and the scale of the chart. */
interface Plot {
  x: number;
  width: number;
  top: number;
  axis: Axis;
}

/**
 * Draws a vertical bar for each interval. If the chart compares two periods, the bar of the comparison
 * period is drawn beside each bar.
 */
export function drawBars(sheet: Sheet, { title, bars, valueName, previousName }: PrintedBars) {
  if (bars.length === 0) return;
  const isCompared = bars.some(({ previous }) => previous !== undefined);
  const legend = isCompared ? legendHeight : 0;
  sheet.ensure(titleHeight(sheet) + legend + height + labelHeight + 12);
  drawTitle(sheet, title);
  if (isCompared) drawLegend(sheet, [valueName ?? '', previousName ?? '']);
  const values = bars.flatMap(({ value, previous }) => [Number(value), Number(previous ?? 0)]);
  const plot: Plot = {
    x: sheet.left + axisWidth,
    width: sheet.width - axisWidth,
    top: sheet.y + 10,
    axis: axisOf(values),
  };
  drawGrid(sheet, plot);
  bars.forEach((bar, at) => drawBar(sheet, plot, bar, { at, count: bars.length, isCompared }));
  drawLabels(sheet, plot, bars);
  if (values.every((value) => value === 0)) drawNothing(sheet, plot);
  sheet.y = plot.top + height + labelHeight + 8;
}

const yOf = ({ top, axis }: Plot, value: number): number =>
  top + height * ((axis.max - value) / (axis.max - axis.min));

function drawGrid(sheet: Sheet, plot: Plot): void {
  const style = sheet.style(6.5, { color: sheet.theme.muted });
  for (const mark of plot.axis.marks) {
    const y = yOf(plot, mark);
    const isZero = mark === 0;
    const color = isZero ? sheet.theme.muted : sheet.theme.line;
    sheet.rule(y, { x: plot.x, width: plot.width, color, weight: isZero ? 0.7 : 0.4 });
    const place = { width: axisWidth - 6, align: 'right' } as const;
    sheet.pen.write(shortNumber(mark), sheet.left, y - 4.2, style, place);
  }
}

interface Turn {
  at: number;
  count: number;
  isCompared: boolean;
}

function drawBar(sheet: Sheet, plot: Plot, bar: PrintedBar, { at, count, isCompared }: Turn): void {
  const slot = plot.width / count;
  const gap = slot > 4 ? slot * 0.22 : slot * 0.1;
  const x = plot.x + at * slot + gap / 2;
  const width = Math.min((slot - gap) / (isCompared ? 2 : 1), 46);
  const start = x + (slot - gap - width * (isCompared ? 2 : 1)) / 2;
  if (isCompared) drawRect(sheet, plot, { x: start, width }, bar.previous, sheet.theme.pale);
  const own = isCompared ? start + width : start;
  drawRect(sheet, plot, { x: own, width }, bar.value, sheet.theme.accent);
  const value = Number(bar.value);
  if (count > writtenMax || value === 0) return;
  const style = sheet.style(6.5, { color: sheet.theme.ink });
  const y = value > 0 ? yOf(plot, value) - 9 : yOf(plot, value) + 1.5;
  const place = { width: slot, align: 'center' } as const;
  sheet.pen.write(shortNumber(value), own + width / 2 - slot / 2, y, style, place);
}

function drawRect(
  sheet: Sheet,
  plot: Plot,
  { x, width }: { x: number; width: number },
  text: string | undefined,
  color: string,
): void {
  const value = Number(text ?? 0);
  if (value === 0) return;
  const [from, to] = [yOf(plot, Math.max(value, 0)), yOf(plot, Math.min(value, 0))];
  // Every bar has a minimum height, so that even the smallest value is visible.
  const tall = Math.max(to - from, 0.6);
  sheet.document.rect(x, value > 0 ? to - tall : from, width, tall).fill(color);
}

/** Draws as many labels below the axis as fit, at equal distances. */
function drawLabels(sheet: Sheet, plot: Plot, bars: readonly PrintedBar[]): void {
  const style = sheet.style(6.5, { color: sheet.theme.muted });
  const slot = plot.width / bars.length;
  const widest = Math.max(...bars.map(({ label }) => sheet.pen.measure(label, style))) + 6;
  const every = Math.ceil(widest / slot);
  bars.forEach(({ label }, at) => {
    if (at % every !== 0) return;
    const middle = plot.x + (at + 0.5) * slot - widest / 2;
    const x = Math.min(Math.max(middle, plot.x - 6), sheet.right - widest);
    sheet.pen.write(label, x, plot.top + height + 5, style, { width: widest, align: 'center' });
  });
}

function drawLegend(sheet: Sheet, [own, previous]: [string, string]): void {
  const style = sheet.style(7, { color: sheet.theme.muted });
  let x = sheet.left;
  for (const [words, color] of [
    [own, sheet.theme.accent],
    [previous, sheet.theme.pale],
  ] as const) {
    sheet.document.rect(x, sheet.y + 1.5, 7, 7).fill(color);
    sheet.pen.write(words, x + 11, sheet.y, style);
    x += 11 + sheet.pen.measure(words, style) + 18;
  }
  sheet.y += legendHeight;
}

function drawNothing(sheet: Sheet, plot: Plot): void {
  const style = sheet.style(9, { color: sheet.theme.muted });
  const place = { width: plot.width, align: 'center' } as const;
  sheet.pen.write('Sin movimientos en este periodo', plot.x, plot.top + height / 2, style, place);
}
