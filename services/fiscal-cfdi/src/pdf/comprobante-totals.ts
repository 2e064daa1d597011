import type { Comprobante } from '@timbre/cfdi';
import type { Decimal } from '@timbre/fiscal';
import { amount, amountsIn, rate, taxName } from './format';
import type { Totals } from './totals';

/** Every sum from subtotal to total. */
export function totalsOf(document: Comprobante): Totals {
  const { subTotal, descuento, impuestos, complemento, total, moneda } = document;
  const local = complemento?.impuestosLocales;
  const written = amountsIn(moneda);
  const rows: [string, string][] = [['Subtotal', written(subTotal)]];
  const add = (label: string, value: Decimal | undefined, sign = '') => {
    if (value) rows.push([label, sign + written(value)]);
  };
  add('Descuento', descuento, '-');
  for (const { impuesto, tipoFactor, tasaOCuota, base, importe } of impuestos?.traslados ?? []) {
    if (tipoFactor === 'Exento') add(`Base exenta de ${taxName(impuesto)}`, base);
    else add(`${taxName(impuesto)} ${rate(tipoFactor, tasaOCuota)}`, importe);
  }
  for (const { impLocTrasladado, tasadeTraslado, importe } of local?.trasladosLocales ?? []) {
    add(`${impLocTrasladado} ${amount(tasadeTraslado, 0)} % (local)`, importe);
  }
  for (const { impuesto, importe } of impuestos?.retenciones ?? []) {
    add(`${taxName(impuesto)} retenido ${withheldRates(document, impuesto)}`, importe, '-');
  }
  for (const { impLocRetenido, tasadeRetencion, importe } of local?.retencionesLocales ?? []) {
    add(`${impLocRetenido} ${amount(tasadeRetencion, 0)} % retenido (local)`, importe, '-');
  }
  return { rows, totalLabel: 'Total', total, currency: moneda };
}

/** The sum of a withheld tax has no rate of its own: those of its concepts, each once. */
function withheldRates({ conceptos }: Comprobante, impuesto: string): string {
  const rates = conceptos
    .flatMap(({ impuestos }) => impuestos?.retenciones ?? [])
    .filter((tax) => tax.impuesto === impuesto)
    .map(({ tipoFactor, tasaOCuota }) => rate(tipoFactor, tasaOCuota));
  return [...new Set(rates)].join(', ');
}
