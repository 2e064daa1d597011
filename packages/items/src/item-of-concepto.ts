import type { Concepto } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import type { PricedItem } from './priced';

/** Only the IVA of a concept has members in the API; amounts are those of the document. */
export function itemOfConcepto(concepto: Concepto): PricedItem {
  const transfers = concepto.impuestos?.traslados ?? [];
  const iva = transfers.find(({ impuesto }) => impuesto === '002');
  const isExempt = iva?.tipoFactor === 'Exento';
  const rate = iva?.tasaOCuota;
  return {
    kind: 'custom',
    sku: concepto.noIdentificacion,
    description: concepto.descripcion,
    satProductCode: concepto.claveProdServ,
    satUnitCode: concepto.claveUnidad,
    quantity: concepto.cantidad.toString(),
    unitPrice: concepto.valorUnitario.toString(),
    discount: concepto.descuento?.toString(),
    taxability: isExempt ? 'exempt' : rate?.isZero() ? 'zero' : 'standard',
    ...(rate && { taxRate: rate.toString() }),
    amount: concepto.importe.toString(),
    taxAmount: Decimal.sum(transfers.flatMap(({ importe }) => importe ?? [])).toString(),
  };
}
