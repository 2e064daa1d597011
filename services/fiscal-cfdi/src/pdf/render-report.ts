import { lastIn } from '@timbre/fiscal';
import type { PrintedKeyFigure, PrintedReport } from '../domain/files/printed-report';
import type { Branding } from '../domain/set-up/branding';
import { drawBars } from './bars-chart';
import { drawFields, drawTitle } from './fields';
import { drawHead, drawIdentity } from './head';
import { lineHeight } from './pen';
import { tableOf } from './printed-table';
import { sellerLines, type Seller } from './render-sales-document';
import { drawShares } from './shares-chart';
import { Sheet } from './sheet';
import { drawTable } from './table';

/** A report that is printed, with the organization's letterhead. */
export interface PrintedReportJob {
  readonly report: PrintedReport;
  readonly seller: Seller;
  readonly branding?: Branding;
  readonly isSandbox?: boolean;
}

/**
 * Renders a report on letter paper, with charts as vector graphics. The same input returns the same file,
 * byte for byte.
 */
export async function renderReport({
  report,
  seller,
  branding,
  isSandbox = false,
}: PrintedReportJob): Promise<Uint8Array> {
  const { title, number, datedLocal: dated, legend, kind, band } = report;
  const sheet = new Sheet({
    title: `${title} ${number} – ${seller.legalName}`,
    runningHead: [seller.legalName, seller.rfc, title, number].join('  ·  '),
    legend,
    isSandbox,
    dated,
    ...(branding && { branding }),
  });
  drawHead(sheet, {
    issuerName: seller.legalName,
    issuerLines: sellerLines(seller, dated),
    title,
    number,
    kind,
    logo: branding?.logo,
  });
  const share = 1 / band.length;
  if (band.length > 0)
    drawIdentity(
      sheet,
      band.map((cell) => ({ ...cell, share })),
    );
  drawKeyFigures(sheet, report.keyFigures);
  drawFields(
    sheet,
    report.otherFigures.map(({ label, value }) => [label, value]),
  );
  sheet.y += 8;
  for (const bars of report.bars) drawBars(sheet, bars);
  for (const shares of report.shares) drawShares(sheet, shares);
  for (const { title: name, table, foot } of report.tables) {
    if (!table || table.rows.length === 0) continue;
    sheet.ensure(90);
    drawTitle(sheet, name);
    drawTable(sheet, tableOf(table, foot));
    sheet.y += 6;
  }
  return sheet.finish();
}

const figureGap = 8;
const figureHeight = 44;
const figureSizes = [13, 11.5, 10, 8.5, 7, 5.5];

/**
 * Draws the highlighted values of the report as cards side by side. A value with many characters is printed
 * in smaller type.
 */
function drawKeyFigures(sheet: Sheet, figures: readonly PrintedKeyFigure[]): void {
  if (figures.length === 0) return;
  const { pen, theme } = sheet;
  const width = (sheet.width - figureGap * (figures.length - 1)) / figures.length;
  const room = width - 14;
  const label = sheet.style(6.8, { color: theme.muted });
  const size = figureSizes.find((points) =>
    figures.every(({ value }) => pen.measure(value, boldOf(sheet, points)) <= room),
  );
  const style = boldOf(sheet, size ?? lastIn(figureSizes));
  figures.forEach(({ label: words, value, note }, at) => {
    const x = sheet.left + at * (width + figureGap);
    sheet.document.roundedRect(x, sheet.y, width, figureHeight, 4).lineWidth(0.7);
    sheet.document.stroke(theme.line);
    pen.write(words, x + 7, sheet.y + 5, label);
    pen.write(value, x + 7, sheet.y + 6 + lineHeight(label), style);
    if (note !== undefined) pen.write(note, x + 7, sheet.y + figureHeight - 12, label);
  });
  sheet.y += figureHeight + 10;
}

const boldOf = (sheet: Sheet, size: number) =>
  sheet.style(size, { face: 'bold', color: sheet.theme.accent });
