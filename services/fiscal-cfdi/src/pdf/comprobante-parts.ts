import type { CfdiRelacionados, Comprobante } from '@timbre/cfdi';
import { Decimal, type CalendarDate, type PaperWords } from '@timbre/fiscal';
import type { BesideXml } from '../domain/files/beside-xml';
import { amount, coded, dayOf, money, optionalCoded } from './format';
import { drawFields, drawTitle, type Titled } from './fields';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';

/** The printed title of each type of document (c_TipoDeComprobante). */
const titles: Record<string, keyof PaperWords['title']> = {
  I: 'income',
  E: 'creditNote',
  T: 'transfer',
  N: 'payroll',
  P: 'payment',
};

export function titleOf(
  { tipoDeComprobante: type, informacionGlobal }: Comprobante,
  { title: words }: PaperWords,
): string {
  if (type === 'I' && informacionGlobal) return words.global;
  const key = titles[type];
  return key ? words[key] : 'CFDI';
}

/** Returns the number of a document from its series and folio, such as `A-123`. */
export function numberOf({ serie, folio }: { serie?: string; folio?: string }): string | undefined {
  const parts = [serie, folio].filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? parts.join('-') : undefined;
}

export function receiverOf(
  { receptor, fecha }: Comprobante,
  { cfdi: words }: PaperWords,
  beside: BesideXml = {},
): Titled {
  const on = dayOf(fecha);
  const foreign = receptor.residenciaFiscal;
  return {
    title: words.receiver,
    name: receptor.nombre,
    fields: [
      ['RFC', receptor.rfc],
      [words.taxRegime, coded('c_RegimenFiscal', receptor.regimenFiscalReceptor, on)],
      [words.postalCode, receptor.domicilioFiscalReceptor],
      [words.address, beside.receiverAddress],
      [words.cfdiUse, coded('c_UsoCFDI', receptor.usoCfdi, on)],
      [words.taxResidence, foreign && coded('c_Pais', foreign, on)],
      [words.foreignTaxId, receptor.numRegIdTrib],
    ],
  };
}

export function termsOf(
  document: Comprobante,
  { cfdi: words }: PaperWords,
  beside: BesideXml = {},
): Titled {
  const { formaPago, metodoPago, moneda, tipoCambio, emisor } = document;
  const on = dayOf(document.fecha);
  return {
    title: words.document,
    fields: [
      [words.placeOfIssue, `C.P. ${document.lugarExpedicion}`],
      [words.branch, beside.branch],
      [words.exportation, coded('c_Exportacion', document.exportacion, on)],
      [words.paymentForm, optionalCoded('c_FormaPago', formaPago, on)],
      [words.paymentMethod, optionalCoded('c_MetodoPago', metodoPago, on)],
      [words.dueOn, beside.dueOn],
      [words.conditions, document.condicionesDePago],
      // The catalogue c_Moneda describes the code XXX with a whole sentence, so the PDF shows `Sin moneda`
      // instead.
      [words.currency, moneda === 'XXX' ? 'XXX – Sin moneda' : coded('c_Moneda', moneda, on)],
      [words.exchangeRate, tipoCambio && moneda !== 'MXN' ? amount(tipoCambio, 0) : undefined],
      [words.confirmation, document.confirmacion],
      [words.acquirer, emisor.facAtrAdquirente],
    ],
  };
}

/** Draws each due day with the amount of its installment. */
export function drawInstallments(
  sheet: Sheet,
  { moneda }: Comprobante,
  { installments = [] }: BesideXml = {},
): void {
  if (installments.length === 0) return;
  const { cfdi: words } = sheet.words;
  drawTitle(sheet, words.installments);
  drawFields(
    sheet,
    installments.map(({ dueOn, amount: value }, index) => [
      words.installment(index + 1, installments.length, dueOn),
      money(Decimal.from(value), moneda),
    ]),
    5,
  );
}

/** Draws the line for the worker's signature on a receipt of wages (LFT 804), below the amount in words. */
export function drawSignature(sheet: Sheet, { receptor, complemento }: Comprobante): void {
  if (!complemento?.nominas?.length) return;
  const width = 250;
  const y = sheet.y - 12;
  sheet.rule(y, { width, color: sheet.theme.ink });
  const label = sheet.style(6.6, { color: sheet.theme.muted });
  sheet.pen.write(`${sheet.words.payroll.signature}: ${receptor.nombre}`, sheet.left, y + 2, label);
}

export function drawRelated(
  sheet: Sheet,
  related: readonly CfdiRelacionados[] = [],
  on: CalendarDate,
): void {
  if (related.length === 0) return;
  drawTitle(sheet, sheet.words.cfdi.related);
  const label = sheet.style(8, { color: sheet.theme.muted });
  for (const { tipoRelacion, cfdiRelacionado } of related) {
    const uuids = cfdiRelacionado.map(({ uuid }) => uuid).join('   ');
    const lines = [
      ...sheet.pen.wrap(coded('c_TipoRelacion', tipoRelacion, on), sheet.width, label),
      ...sheet.pen.wrap(uuids, sheet.width, sheet.style(8)),
    ];
    drawLines(sheet, lines);
  }
  sheet.y += 6;
}

export function drawGlobal(sheet: Sheet, { informacionGlobal, fecha }: Comprobante): void {
  if (!informacionGlobal) return;
  const { periodicidad, meses, año } = informacionGlobal;
  const { cfdi: words } = sheet.words;
  drawTitle(sheet, words.globalInformation);
  drawFields(sheet, [
    [words.periodicity, coded('c_Periodicidad', periodicidad, dayOf(fecha))],
    [words.months, coded('c_Meses', meses, dayOf(fecha))],
    [words.year, String(año)],
  ]);
}
