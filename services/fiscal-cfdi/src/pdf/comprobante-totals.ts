import type { Comprobante } from '@timbre/cfdi';
import type { Decimal, PaperWords } from '@timbre/fiscal';
import { amount, amountsIn, rate, taxName } from './format';
import type { SumRow, Totals } from './totals';

/** Returns all sums of a document, from the subtotal to the total. */
export function totalsOf(document: Comprobante, paper: PaperWords): Totals {
  const { subTotal, descuento, impuestos, complemento, total, moneda } = document;
  const { item: words } = paper;
  const local = complemento?.impuestosLocales;
  const written = amountsIn(moneda);
  const rows: SumRow[] = [[words.subtotal, written(subTotal)]];
  const add = (label: string, value: Decimal | undefined, sign = '') => {
    if (value) rows.push([label, sign + written(value)]);
  };
  add(words.discount, descuento, '-');
  const beside: SumRow[] = [];
  for (const { impuesto, tipoFactor, tasaOCuota, base, importe } of impuestos?.traslados ?? []) {
    // The exempt base is printed as a note and not as a sum, because the subtotal already contains it.
    if (tipoFactor === 'Exento') beside.push([words.exemptBase(taxName(impuesto)), written(base)]);
    else add(`${taxName(impuesto)} ${rate(tipoFactor, tasaOCuota, words)}`, importe);
  }
  for (const { impLocTrasladado, tasadeTraslado, importe } of local?.trasladosLocales ?? []) {
    add(words.localTax(`${impLocTrasladado} ${amount(tasadeTraslado, 0)} %`), importe);
  }
  for (const { impuesto, importe } of impuestos?.retenciones ?? []) {
    const name = paper.say(({ item }) =>
      item.withheld(taxName(impuesto), withheldRates(document, impuesto, item)),
    );
    add(name, importe, '-');
  }
  for (const { impLocRetenido, tasadeRetencion, importe } of local?.retencionesLocales ?? []) {
    const name = `${impLocRetenido} ${amount(tasadeRetencion, 0)} %`;
    add(words.localWithheld(name), importe, '-');
  }
  return { rows, totalLabel: words.total, total, currency: moneda, beside };
}

/**
 * Returns the different rates of a withheld tax. The rates come from the concepts, because the tax
 * summary has no rate for a withheld tax.
 */
function withheldRates(
  { conceptos }: Comprobante,
  impuesto: string,
  words: PaperWords['item'],
): string {
  const rates = conceptos
    .flatMap(({ impuestos }) => impuestos?.retenciones ?? [])
    .filter((tax) => tax.impuesto === impuesto)
    .map(({ tipoFactor, tasaOCuota }) => rate(tipoFactor, tasaOCuota, words));
  return [...new Set(rates)].join(', ');
}
