import type { Comprobante } from '@timbre/cfdi';
import type { Decimal } from '@timbre/fiscal';
import { amount, rate, taxName } from './format';
import type { Totals } from './totals';

/** Every sum from subtotal to total. */
export function totalsOf(document: Comprobante): Totals {
  const { subTotal, descuento, impuestos, complemento, total, moneda } = document;
  const local = complemento?.impuestosLocales;
  const rows: [string, string][] = [['Subtotal', amount(subTotal)]];
  const add = (label: string, value: Decimal | undefined, sign = '') => {
    if (value) rows.push([label, sign + amount(value)]);
  };
  add('Descuento', descuento, '-');
  for (const { impuesto, tipoFactor, tasaOCuota, importe } of impuestos?.traslados ?? []) {
    add(`${taxName(impuesto)} ${rate(tipoFactor, tasaOCuota)}`, importe);
  }
  for (const { impLocTrasladado, tasadeTraslado, importe } of local?.trasladosLocales ?? []) {
    add(`${impLocTrasladado} ${amount(tasadeTraslado, 0)} % (local)`, importe);
  }
  for (const { impuesto, importe } of impuestos?.retenciones ?? []) {
    add(`${taxName(impuesto)} retenido`, importe, '-');
  }
  for (const { impLocRetenido, tasadeRetencion, importe } of local?.retencionesLocales ?? []) {
    add(`${impLocRetenido} ${amount(tasadeRetencion, 0)} % retenido (local)`, importe, '-');
  }
  return { rows, totalLabel: 'Total', total, currency: moneda };
}
