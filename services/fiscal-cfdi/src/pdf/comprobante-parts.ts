import type { CfdiRelacionados, Comprobante } from '@timbre/cfdi';
import { amount, coded } from './format';
import { drawFields, drawTitle, type Titled } from './fields';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';

/** What people call each type of document (c_TipoDeComprobante). */
const titles: Record<string, string> = {
  I: 'Factura',
  E: 'Nota de crédito',
  T: 'Comprobante de traslado',
  N: 'Recibo de nómina',
  P: 'Recibo de pago',
};

export const titleOf = ({ tipoDeComprobante: type }: Comprobante): string => titles[type] ?? 'CFDI';

/** Series and folio: `A-123`. */
export function numberOf({ serie, folio }: { serie?: string; folio?: string }): string | undefined {
  const parts = [serie, folio].filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? parts.join('-') : undefined;
}

export function receiverOf({ receptor }: Comprobante): Titled {
  const foreign = receptor.residenciaFiscal;
  return {
    title: 'Receptor',
    name: receptor.nombre,
    fields: [
      ['RFC', receptor.rfc],
      ['Régimen fiscal', coded('c_RegimenFiscal', receptor.regimenFiscalReceptor)],
      ['Código postal', receptor.domicilioFiscalReceptor],
      ['Uso del CFDI', coded('c_UsoCFDI', receptor.usoCfdi)],
      ['Residencia fiscal', foreign && coded('c_Pais', foreign)],
      ['Reg. tributario', receptor.numRegIdTrib],
    ],
  };
}

export function termsOf(document: Comprobante): Titled {
  const { formaPago, metodoPago, moneda, tipoCambio, emisor } = document;
  const optional = (catalog: string, code: string | undefined) => code && coded(catalog, code);
  return {
    title: 'Comprobante',
    fields: [
      ['Lugar de expedición', `C.P. ${document.lugarExpedicion}`],
      ['Exportación', coded('c_Exportacion', document.exportacion)],
      ['Forma de pago', optional('c_FormaPago', formaPago)],
      ['Método de pago', optional('c_MetodoPago', metodoPago)],
      ['Condiciones', document.condicionesDePago],
      // The catalogue explains XXX in a whole sentence.
      ['Moneda', moneda === 'XXX' ? 'XXX – Sin moneda' : coded('c_Moneda', moneda)],
      ['Tipo de cambio', tipoCambio && moneda !== 'MXN' ? amount(tipoCambio, 0) : undefined],
      ['Confirmación', document.confirmacion],
      ['Adquirente', emisor.facAtrAdquirente],
    ],
  };
}

export function drawRelated(sheet: Sheet, related: readonly CfdiRelacionados[] = []): void {
  if (related.length === 0) return;
  drawTitle(sheet, 'CFDI relacionados');
  const label = sheet.style(8, { color: sheet.theme.muted });
  for (const { tipoRelacion, cfdiRelacionado } of related) {
    const uuids = cfdiRelacionado.map(({ uuid }) => uuid).join('   ');
    const lines = [
      ...sheet.pen.wrap(coded('c_TipoRelacion', tipoRelacion), sheet.width, label),
      ...sheet.pen.wrap(uuids, sheet.width, sheet.style(8)),
    ];
    drawLines(sheet, lines);
  }
  sheet.y += 6;
}

export function drawGlobal(sheet: Sheet, { informacionGlobal }: Comprobante): void {
  if (!informacionGlobal) return;
  const { periodicidad, meses, año } = informacionGlobal;
  drawTitle(sheet, 'Información global');
  drawFields(sheet, [
    ['Periodicidad', coded('c_Periodicidad', periodicidad)],
    ['Meses', coded('c_Meses', meses)],
    ['Año', String(año)],
  ]);
}
