import type { Retenciones } from '@timbre/cfdi';
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

const title = 'Constancia de retenciones';

/**
 * The printed representation of a withholding document 2.0, laid out as a CFDI.
 * @throws RangeError for a document that is neither a draft nor stamped
 */
export async function renderRetencionesPdf(input: Printed<Retenciones>): Promise<Uint8Array> {
  const { document, customSection } = input;
  const { emisor, fechaExp, complemento } = document;
  const sheet = openSheet(input, {
    name: title,
    issuerName: emisor.nomDenRazSocE,
    issuerRfc: emisor.rfcE,
    dated: fechaExp,
  });
  drawTop(sheet, input);
  drawRelated(sheet, document);
  drawWithheld(sheet, document);
  drawSums(sheet, document);
  drawOtherComplements(sheet, complemento?.otros);
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
    ],
    title,
    number: folioInt,
    kind: `Retenciones e información de pagos ${version}`,
    logo: branding?.logo,
  });
  const { warning } = markOf(input);
  if (warning) drawWarning(sheet, ...warning);
  drawStampedIdentity(sheet, input, document.fechaExp);
  drawSideBySide(sheet, [receiverOf(document), withholdingOf(document)]);
}

function receiverOf({ receptor }: Retenciones): Titled {
  const { nacional, extranjero, nacionalidadR } = receptor;
  const name = nacional?.nomDenRazSocR ?? extranjero?.nomDenRazSocR;
  return {
    title: 'Receptor',
    ...(name !== undefined && { name }),
    fields: [
      ['Nacionalidad', nacionalidadR],
      ['RFC', nacional?.rfcR],
      ['CURP', nacional?.curpR],
      ['Código postal', nacional?.domicilioFiscalR],
      ['Reg. tributario', extranjero?.numRegIdTribR],
    ],
  };
}

function withholdingOf(document: Retenciones): Titled {
  const { cveRetenc, descRetenc, periodo, lugarExpRetenc } = document;
  const on = dayOf(document.fechaExp);
  const month = (code: string) => (described('c_Periodo', code, on) ?? code).toLowerCase();
  const { mesIni, mesFin, ejercicio } = periodo;
  const months = mesIni === mesFin ? month(mesIni) : `${month(mesIni)} a ${month(mesFin)}`;
  return {
    title: 'Retención',
    fields: [
      ['Tipo', coded('c_CveRetenc', cveRetenc, on)],
      ['Descripción', descRetenc],
      ['Periodo', `${months} de ${ejercicio}`],
      ['Lugar de expedición', `C.P. ${lugarExpRetenc}`],
    ],
  };
}

function drawRelated(sheet: Sheet, { cfdiRetenRelacionados, fechaExp }: Retenciones): void {
  if (!cfdiRetenRelacionados) return;
  drawTitle(sheet, 'CFDI relacionado');
  const { tipoRelacion, uuid } = cfdiRetenRelacionados;
  drawFields(sheet, [[coded('c_TipoRelacion', tipoRelacion, dayOf(fechaExp)), uuid]], 1);
}

const columns: readonly Column[] = [
  { title: 'Impuesto', width: 90 },
  { title: 'Tipo de pago' },
  { title: 'Base', width: 90, align: 'right' },
  { title: 'Monto retenido', width: 90, align: 'right' },
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
  drawTable(sheet, { columns, rows });
}

function drawSums(sheet: Sheet, { totales }: Retenciones): void {
  const rows: (readonly [string, string | undefined])[] = [
    ['Monto total de la operación', amount(totales.montoTotOperacion)],
    ['Monto gravado', amount(totales.montoTotGrav)],
    ['Monto exento', amount(totales.montoTotExent)],
    ['Utilidad bimestral', optionalAmount(totales.utilidadBimestral)],
    ['ISR correspondiente', optionalAmount(totales.isrCorrespondiente)],
  ];
  drawTotals(sheet, {
    rows: rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const])),
    totalLabel: 'Total retenido',
    total: totales.montoTotRet,
    currency: 'MXN',
  });
}
