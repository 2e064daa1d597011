import type { Timbre } from '@timbre/cfdi';
import type { PaperWords } from '@timbre/fiscal';
import { drawFields, fieldsHeight } from './fields';
import { lineHeight } from './pen';
import { drawQrCode } from './qr-code';
import type { Sheet } from './sheet';

export interface StampBlock {
  readonly timbre: Timbre;
  /** The certificate number of the issuer (NoCertificado). */
  readonly certificateNumber: string;
  /** The cadena original of the stamp. */
  readonly cadena: string;
  readonly qrText: string;
}

/**
 * Returns the height of the stamp block, in points, for seals of 2048 bits. The other content of the last
 * page must leave this height free.
 */
export const stampHeight = ({ language }: Sheet): number => (language === 'es-en' ? 142 : 132);
/** The side of the QR code in points, which is 2.9 cm. RMF 2.7.1.7 requires at least 2.75 cm. */
const qrSide = 82;
const qrClear = 14;
const sealSize = 5.2;

/**
 * Draws the QR code, the certificates, both seals and the cadena of the stamp at the foot of the last page.
 */
export function drawStamp(sheet: Sheet, block: StampBlock): void {
  const { pen } = sheet;
  const x = sheet.left + qrSide + qrClear;
  const width = sheet.right - x;
  const label = sheet.style(6.4, { face: 'bold', color: sheet.theme.accent });
  const seal = sheet.style(sealSize);
  const parts = sealsOf(block, sheet.words).flatMap(([name, text]) => [
    { text: name, style: label },
    ...pen.wrap(text, width, seal),
  ]);
  const textHeight = parts.reduce((sum, { style }) => sum + lineHeight(style), 0);
  const certificates = certificatesOf(block, sheet.words);
  const height = fieldsHeight(sheet, certificates) + 12 + Math.max(qrSide, textHeight);
  sheet.ensure(height);
  // The stamp block is printed at the foot of the page. On an otherwise empty page, the stamp block is
  // printed at the top.
  if (!sheet.isFresh) sheet.y = Math.max(sheet.y, sheet.bottom - height);
  sheet.rule(sheet.y);
  sheet.y += 6;
  drawFields(sheet, certificates);
  drawQrCode(sheet.document, block.qrText, { x: sheet.left, y: sheet.y + 2, side: qrSide });
  pen.writeLines(parts, x, sheet.y);
  sheet.y += Math.max(qrSide, textHeight);
}

const certificatesOf = ({ timbre, certificateNumber }: StampBlock, { stamp: words }: PaperWords) =>
  [
    [words.issuerCertificate, certificateNumber],
    [words.satCertificate, timbre.noCertificadoSat],
    [words.providerRfc, timbre.rfcProvCertif],
  ] as const;

const sealsOf = ({ timbre, cadena }: StampBlock, { stamp: words }: PaperWords) =>
  [
    [words.seal, timbre.selloCfd],
    [words.satSeal, timbre.selloSat],
    [words.cadena, cadena],
  ] as const;
