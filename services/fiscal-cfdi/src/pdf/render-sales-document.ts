import { Decimal, headAddress, paperLanguageOf, type AddressParts } from '@timbre/fiscal';
import type { PrintedField, SalesDocument } from '../domain/files/sales-document';
import type { Branding } from '../domain/set-up/branding';
import { drawSideBySide, type Field } from './fields';
import { amountsIn, coded, count, dayOf, linesOf } from './format';
import { drawHead, drawIdentity, drawWarning } from './head';
import { drawCustomSection, drawLines } from './paragraphs';
import { drawQrCode } from './qr-code';
import { Sheet } from './sheet';
import { drawTable } from './table';
import { tableOf } from './printed-table';
import type { Column, Row } from './table-layout';
import { drawTotals } from './totals';

/** The seller of a sales document, with the data that the seller's CFDI also contain. */
export interface Seller {
  readonly rfc: string;
  readonly legalName: string;
  readonly taxSystem: string;
  readonly postalCode: string;
  readonly address?: (AddressParts & { readonly postalCode: string }) | null | undefined;
}

/** Returns the lines that are printed below the seller's name. */
export const sellerLines = ({ rfc, taxSystem, ...place }: Seller, dated: string): string[] => [
  `RFC ${rfc}`,
  coded('c_RegimenFiscal', taxSystem, dayOf(dated)),
  placeOfSeller(place),
];

/** Returns the seller's address, or the postal code if the seller has no address. */
export const placeOfSeller = ({ address, postalCode }: Pick<Seller, 'address' | 'postalCode'>) =>
  headAddress(address) ?? `C.P. ${postalCode}`;

/** A quote or receipt that is printed, with its seller. */
export interface PrintedSale {
  readonly sale: SalesDocument;
  readonly seller: Seller;
  readonly branding?: Branding;
  readonly isSandbox?: boolean;
}

/**
 * Renders a sales document on letter paper, in the layout of a CFDI. The same input returns the same file,
 * byte for byte.
 */
export async function renderSalesDocument(input: PrintedSale): Promise<Uint8Array> {
  const { sale, seller, branding, isSandbox = false } = input;
  const { title, number, datedLocal: dated, legend, watermark } = sale;
  const name = `${title} ${number}`;
  const sheet = new Sheet({
    title: `${name} – ${seller.legalName}`,
    runningHead: [seller.legalName, seller.rfc, name].join('  ·  '),
    legend,
    dated,
    isSandbox,
    language: paperLanguageOf(sale.language),
    ...(watermark !== undefined && { watermarks: [watermark] }),
    ...(branding && { branding }),
  });
  const currency = sale.currency ?? 'MXN';
  const shown = amountsIn(currency);
  drawTop(sheet, input);
  if (sale.table) drawTable(sheet, tableOf(sale.table, [], shown));
  drawItems(sheet, sale);
  drawTotals(sheet, {
    rows: sale.sums.map((sum) => [sum.label, shown(Decimal.from(sum.amount))]),
    totalLabel: sale.totalLabel ?? sheet.words.item.total,
    total: Decimal.from(sale.total),
    currency,
  });
  drawCustomSection(sheet, sale.notes);
  drawLink(sheet, sale.qr);
  drawWords(sheet, sale.footer);
  return sheet.finish();
}

/** Draws the seller's own text above or below the receipt. */
function drawWords(sheet: Sheet, text: string | undefined): void {
  if (text === undefined) return;
  const style = sheet.style(8.5, { color: sheet.theme.muted });
  for (const line of linesOf(text)) {
    drawLines(sheet, sheet.pen.wrap(line, sheet.width, style));
  }
  sheet.y += 6;
}

const qrSide = 82;
const qrClear = 14;

/**
 * Draws a link as a QR code with its text, and as a printed URL for readers who cannot scan the code.
 */
function drawLink(sheet: Sheet, qr: SalesDocument['qr']): void {
  if (!qr) return;
  const x = sheet.left + qrSide + qrClear;
  const width = sheet.right - x;
  const lines = [
    ...sheet.pen.wrap(qr.caption, width, sheet.style(9, { face: 'bold' })),
    ...sheet.pen.wrap(qr.url, width, sheet.style(7, { color: sheet.theme.muted })),
  ];
  sheet.ensure(qrSide + qrClear);
  drawQrCode(sheet.document, qr.url, { x: sheet.left, y: sheet.y + 6, side: qrSide });
  sheet.pen.writeLines(lines, x, sheet.y + 10);
  sheet.y += qrSide + qrClear;
}

function drawTop(sheet: Sheet, { sale, seller, branding }: PrintedSale): void {
  drawHead(sheet, {
    issuerName: seller.legalName,
    issuerLines: sellerLines(seller, sale.datedLocal),
    title: sale.title,
    number: sale.number,
    kind: sale.kind,
    logo: branding?.logo,
  });
  if (sale.watermark !== undefined) drawWarning(sheet, sale.watermark, sale.warning ?? '');
  const share = 1 / sale.band.length;
  const cells = sale.band.map((cell) => ({ ...cell, share }));
  if (cells.length > 0) drawIdentity(sheet, cells);
  drawWords(sheet, sale.header);
  const { buyer: buyerTitle, conditions: title } = sheet.words.sale;
  const buyer = sale.buyer.map(fieldOf);
  drawSideBySide(sheet, [
    { title: sale.buyerTitle ?? buyerTitle, name: sale.buyerName, fields: buyer },
    ...(sale.terms.length > 0 ? [{ title, fields: sale.terms.map(fieldOf) }] : []),
  ]);
}

const fieldOf = ({ label, value }: PrintedField): Field => [label, value];

function drawItems(sheet: Sheet, { items, currency = 'MXN' }: SalesDocument): void {
  const shown = amountsIn(currency);
  const { item: words } = sheet.words;
  const hasDiscount = items.some(({ discount }) => discount !== undefined);
  const columns: Column[] = [
    { title: words.quantity, width: 46, align: 'right' },
    { title: words.unit, width: 62 },
    { title: words.description },
    { title: words.unitPrice, width: 64, align: 'right' },
    ...(hasDiscount ? [{ title: words.discount, width: 54, align: 'right' } as const] : []),
    { title: words.amount, width: 66, align: 'right' },
  ];
  const rows = items.map((item): Row => [
    count(Decimal.from(item.quantity)),
    item.unit,
    { text: item.description, notes: item.notes },
    shown(Decimal.from(item.unitPrice)),
    ...(hasDiscount ? [item.discount === undefined ? '' : shown(Decimal.from(item.discount))] : []),
    shown(Decimal.from(item.amount)),
  ]);
  drawTable(sheet, { columns, rows });
}
