import { Decimal, paperLanguageOf, paperWords, type PaperWords } from '@timbre/fiscal';
import type { PrintedItem, SalesDocument } from '../domain/files/sales-document';
import { amount, count, dayOf, described, linesOf, money } from './format';
import { drawQrCode } from './qr-code';
import { placeOfSeller, type PrintedSale } from './render-sales-document';
import { Roll } from './roll';

const qrSide = 108;
const logoBox: [number, number] = [150, 56];

/**
 * Renders a sales document as a receipt 80 mm wide. The same input returns the same file, byte for byte.
 */
export async function renderTicket(input: PrintedSale): Promise<Uint8Array> {
  const { sale, seller } = input;
  const title = `${sale.title} ${sale.number} – ${seller.legalName}`;
  const language = paperLanguageOf(sale.language);
  const words = paperWords(language);
  const roll = new Roll({ title, dated: sale.datedLocal, language });
  drawSeller(roll, input);
  if (input.isSandbox) drawBox(roll, words.mark.trialBox, words.mark.trialReceipt);
  if (sale.watermark !== undefined) drawBox(roll, sale.watermark, sale.warning);
  drawNumber(roll, sale, words);
  roll.rule();
  for (const item of sale.items) drawItem(roll, item, words);
  roll.rule();
  drawSums(roll, sale, words);
  drawFields(roll, sale);
  drawQr(roll, sale);
  drawFoot(roll, input);
  return roll.finish();
}

function drawSeller(roll: Roll, { sale, seller, branding }: PrintedSale): void {
  const { logo } = branding ?? {};
  if (logo) {
    roll.add(logoBox[1] + 6, (y) => {
      const x = roll.left + (roll.width - logoBox[0]) / 2;
      const place = { fit: logoBox, align: 'center', valign: 'center' } as const;
      roll.document.image(Buffer.from(logo), x, y, place);
    });
  }
  const small = roll.style(7.5);
  roll.write(seller.legalName, roll.style(10, { face: 'bold' }), 'center');
  roll.write(`RFC ${seller.rfc}`, small, 'center');
  roll.write(
    described('c_RegimenFiscal', seller.taxSystem, dayOf(sale.datedLocal)) ?? seller.taxSystem,
    small,
    'center',
  );
  roll.write(placeOfSeller(seller), small, 'center');
  drawWords(roll, sale.header);
}

function drawWords(roll: Roll, text: string | undefined): void {
  if (text === undefined) return;
  roll.add(3);
  for (const line of linesOf(text)) roll.write(line, roll.style(8), 'center');
}

/** Draws a mark, such as "canceled", in a box, with its explanation below. */
function drawBox(roll: Roll, word: string, meaning?: string): void {
  const style = roll.style(13, { face: 'bold' });
  roll.add(30, (y) => {
    const { document, left, width } = roll;
    document.save().lineWidth(1).strokeColor('#000000');
    document
      .rect(left, y + 6, width, 22)
      .stroke()
      .restore();
    roll.pen.write(word, left, y + 9.5, style, { width, align: 'center' });
  });
  if (meaning !== undefined) roll.write(meaning, roll.style(7.5), 'center');
}

function drawNumber(
  roll: Roll,
  { title, number, kind, band, buyerName, buyer }: SalesDocument,
  words: PaperWords,
): void {
  roll.rule();
  roll.write(`${title} ${number}`, roll.style(11, { face: 'bold' }), 'center');
  if (kind !== '') roll.write(kind, roll.style(8), 'center');
  roll.add(3);
  const style = roll.style(8);
  for (const { label, value } of band) roll.writePair(label, value, style);
  if (buyerName !== '') roll.writePair(words.sale.buyer, buyerName, style);
  for (const { label, value } of buyer) roll.writePair(label, value, style);
}

function drawItem(roll: Roll, item: PrintedItem, { item: words }: PaperWords): void {
  const { description, notes, quantity, unitPrice, discount } = item;
  roll.write(description, roll.style(8.5, { face: 'bold' }));
  const price = amount(Decimal.from(unitPrice));
  const style = roll.style(8);
  roll.writePair(
    `${count(Decimal.from(quantity))} x ${price}`,
    amount(Decimal.from(item.amount)),
    style,
  );
  if (discount !== undefined) {
    roll.writePair(words.discount, `-${amount(Decimal.from(discount))}`, style);
  }
  for (const note of notes) roll.write(note, roll.style(7));
  roll.add(2.5);
}

function drawSums(roll: Roll, { sums, total }: SalesDocument, { item: words }: PaperWords): void {
  for (const sum of sums) {
    roll.writePair(sum.label, amount(Decimal.from(sum.amount)), roll.style(8));
  }
  roll.add(2);
  const style = roll.style(13, { face: 'bold' });
  roll.writePair(words.total.toUpperCase(), money(Decimal.from(total), 'MXN'), style);
}

function drawFields(roll: Roll, { terms, notes }: SalesDocument): void {
  if (terms.length > 0) roll.rule();
  for (const { label, value } of terms) roll.writePair(label, value, roll.style(8));
  if (notes === undefined || notes.trim() === '') return;
  roll.rule();
  for (const line of linesOf(notes)) roll.write(line, roll.style(8));
}

function drawQr(roll: Roll, { qr }: SalesDocument): void {
  if (!qr) return;
  roll.rule();
  roll.write(qr.caption, roll.style(8.5, { face: 'bold' }), 'center');
  roll.add(qrSide + 22, (y) => {
    const x = roll.left + (roll.width - qrSide) / 2;
    drawQrCode(roll.document, qr.url, { x, y: y + 11, side: qrSide });
  });
  roll.write(qr.url, roll.style(6.5), 'center');
}

function drawFoot(roll: Roll, { sale, branding }: PrintedSale): void {
  roll.rule();
  drawWords(roll, sale.footer);
  drawWords(roll, branding?.footer);
  roll.add(3);
  roll.write(sale.legend, roll.style(7), 'center');
}
