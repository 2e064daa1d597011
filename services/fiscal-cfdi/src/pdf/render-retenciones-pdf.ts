import type { Retenciones } from '@timbre/cfdi';
import { paperWords, type PaperWords } from '@timbre/fiscal';
import { drawFields, drawSideBySide, drawTitle, type Titled } from './fields';
import { amount, coded, dayOf, described, optionalAmount, taxName } from './format';
import { drawHead, drawWarning } from './head';
import { markOf } from './mark';
import { drawOtherComplements } from './other-complements';
import { drawCustomSection } from './paragraphs';
import { drawSeals, drawStampedIdentity, openSheet, type Printed } from './printed';
import type { Sheet } from './sheet';
import { drawTable } from './table';
import type { Column } from './table-layout';
import { drawTotals } from './totals';

/**
 * Renders the printed representation of a withholding document 2.0, in the layout of a CFDI.
 * @throws RangeError if the document is not stamped and is not a draft
 */
export async function renderRetencionesPdf(input: Printed<Retenciones>): Promise<Uint8Array> {
  const { document, customSection } = input;
  const { emisor, fechaExp, complemento } = document;
  const sheet = openSheet(input, {
    name: paperWords(input.language ?? 'es').title.withholding,
    issuerName: emisor.nomDenRazSocE,
    issuerRfc: emisor.rfcE,
    dated: fechaExp,
  });
  drawTop(sheet, input);
  drawRelated(sheet, document);
  drawWithheld(sheet, document);
  drawSums(sheet, document);
  drawOtherComplements(sheet, complemento?.otros, dayOf(fechaExp));
  drawCustomSection(sheet, customSection);
  drawSeals(sheet, input);
  return sheet.finish();
}

function drawTop(sheet: Sheet, input: Printed<Retenciones>): void {
  const { document, branding } = input;
  const { emisor, folioInt, version } = document;
  drawHead(sheet, {
    issuerName: emisor.nomDenRazSocE,
    issuerLines: [
      `RFC ${emisor.rfcE}`,
      coded('c_RegimenFiscal', emisor.regimenFiscalE, dayOf(document.fechaExp)),
      input.beside?.issuerAddress ?? '',
    ],
    title: sheet.words.title.withholding,
    number: folioInt,
    kind: `${sheet.words.withholding.kind} ${version}`,
    logo: branding?.logo,
  });
  const { warning } = markOf(input);
  if (warning) drawWarning(sheet, ...warning);
  drawStampedIdentity(sheet, input, document.fechaExp);
  drawSideBySide(sheet, [receiverOf(document, sheet.words), withholdingOf(document, sheet.words)]);
}

function receiverOf({ receptor }: Retenciones, { cfdi: words, withholding }: PaperWords): Titled {
  const { nacional, extranjero, nacionalidadR } = receptor;
  const name = nacional?.nomDenRazSocR ?? extranjero?.nomDenRazSocR;
  return {
    title: words.receiver,
    ...(name !== undefined && { name }),
    fields: [
      [withholding.nationality, nacionalidadR],
      ['RFC', nacional?.rfcR],
      ['CURP', nacional?.curpR],
      [words.postalCode, nacional?.domicilioFiscalR],
      [words.foreignTaxId, extranjero?.numRegIdTribR],
    ],
  };
}

function withholdingOf(document: Retenciones, { withholding: words, cfdi }: PaperWords): Titled {
  const { cveRetenc, descRetenc, periodo, lugarExpRetenc } = document;
  const on = dayOf(document.fechaExp);
  const month = (code: string) => (described('c_Periodo', code, on) ?? code).toLowerCase();
  const { mesIni, mesFin, ejercicio } = periodo;
  return {
    title: words.withholding,
    fields: [
      [words.type, coded('c_CveRetenc', cveRetenc, on)],
      [words.description, descRetenc],
      [words.period, words.months(month(mesIni), month(mesFin), ejercicio)],
      [cfdi.placeOfIssue, `C.P. ${lugarExpRetenc}`],
    ],
  };
}

function drawRelated(sheet: Sheet, { cfdiRetenRelacionados, fechaExp }: Retenciones): void {
  if (!cfdiRetenRelacionados) return;
  drawTitle(sheet, sheet.words.withholding.related);
  const { tipoRelacion, uuid } = cfdiRetenRelacionados;
  drawFields(sheet, [[coded('c_TipoRelacion', tipoRelacion, dayOf(fechaExp)), uuid]], 1);
}

const columnsIn = ({ withholding: words }: PaperWords): Column[] => [
  { title: words.tax, width: 90 },
  { title: words.paymentType },
  { title: words.base, width: 90, align: 'right' },
  { title: words.withheld, width: 90, align: 'right' },
];

function drawWithheld(sheet: Sheet, { totales, fechaExp }: Retenciones): void {
  const rows = (totales.impRetenidos ?? []).map(
    ({ impuestoRet, tipoPagoRet, baseRet, montoRet }) => [
      impuestoRet === undefined ? '' : `${impuestoRet} – ${taxName(impuestoRet)}`,
      coded('c_TipoPagoRet', tipoPagoRet, dayOf(fechaExp)),
      baseRet ? amount(baseRet) : '',
      amount(montoRet),
    ],
  );
  drawTable(sheet, { columns: columnsIn(sheet.words), rows });
}

function drawSums(sheet: Sheet, { totales }: Retenciones): void {
  const { withholding: words } = sheet.words;
  const rows: (readonly [string, string | undefined])[] = [
    [words.operationTotal, amount(totales.montoTotOperacion)],
    [words.taxable, amount(totales.montoTotGrav)],
    [words.exempt, amount(totales.montoTotExent)],
    [words.bimonthlyProfit, optionalAmount(totales.utilidadBimestral)],
    [words.isrDue, optionalAmount(totales.isrCorrespondiente)],
  ];
  drawTotals(sheet, {
    rows: rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const])),
    totalLabel: words.total,
    total: totales.montoTotRet,
    currency: 'MXN',
  });
}
