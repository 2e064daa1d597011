import type { CfdiRelacionados, Comprobante } from '@timbre/cfdi';
import { Decimal, type CalendarDate } from '@timbre/fiscal';
import type { BesideXml } from '../domain/files/beside-xml';
import { amount, coded, dayOf, money, optionalCoded } from './format';
import { drawFields, drawTitle, type Titled } from './fields';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';

/** The usual name of each type of document (c_TipoDeComprobante). */
const titles: Record<string, string> = {
  I: 'Factura',
  E: 'Nota de crédito',
  T: 'Comprobante de traslado',
  N: 'Recibo de nómina',
  P: 'Recibo de pago',
};

export const titleOf = ({ tipoDeComprobante: type, informacionGlobal }: Comprobante): string =>
  type === 'I' && informacionGlobal ? 'Factura global' : (titles[type] ?? 'CFDI');

/** Series and folio: `A-123`. */
export function numberOf({ serie, folio }: { serie?: string; folio?: string }): string | undefined {
  const parts = [serie, folio].filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? parts.join('-') : undefined;
}

export function receiverOf({ receptor, fecha }: Comprobante, beside: BesideXml = {}): Titled {
  const on = dayOf(fecha);
  const foreign = receptor.residenciaFiscal;
  return {
    title: 'Receptor',
    name: receptor.nombre,
    fields: [
      ['RFC', receptor.rfc],
      ['Régimen fiscal', coded('c_RegimenFiscal', receptor.regimenFiscalReceptor, on)],
      ['Código postal', receptor.domicilioFiscalReceptor],
      ['Domicilio', beside.receiverAddress],
      ['Uso del CFDI', coded('c_UsoCFDI', receptor.usoCfdi, on)],
      ['Residencia fiscal', foreign && coded('c_Pais', foreign, on)],
      ['Reg. tributario', receptor.numRegIdTrib],
    ],
  };
}

export function termsOf(document: Comprobante, beside: BesideXml = {}): Titled {
  const { formaPago, metodoPago, moneda, tipoCambio, emisor } = document;
  const on = dayOf(document.fecha);
  return {
    title: 'Comprobante',
    fields: [
      ['Lugar de expedición', `C.P. ${document.lugarExpedicion}`],
      ['Exportación', coded('c_Exportacion', document.exportacion, on)],
      ['Forma de pago', optionalCoded('c_FormaPago', formaPago, on)],
      ['Método de pago', optionalCoded('c_MetodoPago', metodoPago, on)],
      ['Vencimiento', beside.dueOn],
      ['Condiciones', document.condicionesDePago],
      // The catalogue explains XXX in a whole sentence.
      ['Moneda', moneda === 'XXX' ? 'XXX – Sin moneda' : coded('c_Moneda', moneda, on)],
      ['Tipo de cambio', tipoCambio && moneda !== 'MXN' ? amount(tipoCambio, 0) : undefined],
      ['Confirmación', document.confirmacion],
      ['Adquirente', emisor.facAtrAdquirente],
    ],
  };
}

/** Each day of payment with its amount. */
export function drawInstallments(
  sheet: Sheet,
  { moneda }: Comprobante,
  { installments = [] }: BesideXml = {},
): void {
  if (installments.length === 0) return;
  drawTitle(sheet, 'Parcialidades');
  drawFields(
    sheet,
    installments.map(({ dueOn, amount: value }, index) => [
      `${index + 1} de ${installments.length}, vence ${dueOn}`,
      money(Decimal.from(value), moneda),
    ]),
    5,
  );
}

/** The worker signs the receipt of wages (LFT 804), in the room below the amount in words. */
export function drawSignature(sheet: Sheet, { receptor, complemento }: Comprobante): void {
  if (!complemento?.nominas?.length) return;
  const width = 250;
  const y = sheet.y - 12;
  sheet.rule(y, { width, color: sheet.theme.ink });
  const label = sheet.style(6.6, { color: sheet.theme.muted });
  sheet.pen.write(`Firma del trabajador: ${receptor.nombre}`, sheet.left, y + 2, label);
}

export function drawRelated(
  sheet: Sheet,
  related: readonly CfdiRelacionados[] = [],
  on: CalendarDate,
): void {
  if (related.length === 0) return;
  drawTitle(sheet, 'CFDI relacionados');
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
  drawTitle(sheet, 'Información global');
  drawFields(sheet, [
    ['Periodicidad', coded('c_Periodicidad', periodicidad, dayOf(fecha))],
    ['Meses', coded('c_Meses', meses, dayOf(fecha))],
    ['Año', String(año)],
  ]);
}
