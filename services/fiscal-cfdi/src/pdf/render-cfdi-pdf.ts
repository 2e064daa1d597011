import type { Comprobante } from '@timbre/cfdi';
import { paperWords, type PaperWords } from '@timbre/fiscal';
import { totalsOf } from './comprobante-totals';
import {
  drawGlobal,
  drawInstallments,
  drawRelated,
  drawSignature,
  numberOf,
  receiverOf,
  termsOf,
  titleOf,
} from './comprobante-parts';
import { drawConceptos, drawFixedConcepts } from './conceptos';
import { drawSideBySide } from './fields';
import { coded, dayOf } from './format';
import { drawHead, drawWarning } from './head';
import { markOf } from './mark';
import { drawNomina, nominaTotals } from './nomina';
import { drawOtherComplements } from './other-complements';
import { drawPagos, pagosTotals } from './pagos';
import { drawCustomSection } from './paragraphs';
import { drawSeals, drawStampedIdentity, openSheet, type Printed } from './printed';
import type { Sheet } from './sheet';
import { stampHeight } from './stamp-block';
import { drawTotals, type Totals } from './totals';

/**
 * Renders the printed representation of a CFDI 4.0 of any type, in letter size. The same input returns the
 * same file, byte for byte. RMF 2.7.1.7 and, for payroll, RMF 2.7.5.2 prescribe the content.
 * @throws RangeError if the document is not stamped and is not a draft
 */
export async function renderCfdiPdf(input: Printed<Comprobante>): Promise<Uint8Array> {
  const { document, customSection } = input;
  const { emisor, fecha, complemento } = document;
  const sheet = openSheet(input, {
    name: [titleOf(document, paperWords(input.language ?? 'es')), numberOf(document)]
      .filter(Boolean)
      .join(' '),
    issuerName: emisor.nombre,
    issuerRfc: emisor.rfc,
    dated: fecha,
  });
  drawTop(sheet, input);
  drawBody(sheet, document);
  drawTotals(sheet, printedTotals(document, sheet.words), input.isDraft ? 0 : stampHeight(sheet));
  drawSignature(sheet, document);
  drawInstallments(sheet, document, input.beside);
  const stampedAt = input.isDraft ? undefined : complemento?.timbre?.fechaTimbrado;
  drawOtherComplements(sheet, complemento?.otros, dayOf(fecha), stampedAt);
  drawCustomSection(sheet, customSection);
  drawSeals(sheet, input);
  return sheet.finish();
}

function drawTop(sheet: Sheet, input: Printed<Comprobante>): void {
  const { document, branding } = input;
  const { emisor, tipoDeComprobante, version, fecha } = document;
  const on = dayOf(fecha);
  drawHead(sheet, {
    issuerName: emisor.nombre,
    issuerLines: [
      `RFC ${emisor.rfc}`,
      coded('c_RegimenFiscal', emisor.regimenFiscal, on),
      input.beside?.issuerAddress ?? '',
    ],
    title: titleOf(document, sheet.words),
    number: numberOf(document),
    kind: `CFDI ${version}  ·  ${coded('c_TipoDeComprobante', tipoDeComprobante, on)}`,
    logo: branding?.logo,
  });
  const { warning } = markOf(input);
  if (warning) drawWarning(sheet, ...warning);
  drawStampedIdentity(sheet, input, fecha);
  drawSideBySide(sheet, [
    receiverOf(document, sheet.words, input.beside),
    termsOf(document, sheet.words, input.beside),
  ]);
}

function drawBody(sheet: Sheet, document: Comprobante): void {
  const { complemento, cfdiRelacionados, conceptos } = document;
  const on = dayOf(document.fecha);
  drawRelated(sheet, cfdiRelacionados, on);
  drawGlobal(sheet, document);
  if (complemento?.pagos || complemento?.nominas) drawFixedConcepts(sheet, conceptos);
  else drawConceptos(sheet, conceptos, { on, currency: document.moneda });
  for (const pagos of complemento?.pagos ?? []) drawPagos(sheet, pagos, on);
  for (const nomina of complemento?.nominas ?? []) drawNomina(sheet, nomina, on);
}

/**
 * Returns the totals for the type of document, such as the amount paid for a payment complement and the net
 * pay for a payroll receipt.
 */
function printedTotals(document: Comprobante, words: PaperWords): Totals {
  const { pagos: [pagos] = [], nominas = [] } = document.complemento ?? {};
  if (pagos) return pagosTotals(pagos, words);
  return nominas.length > 0 ? nominaTotals(document, nominas, words) : totalsOf(document, words);
}
