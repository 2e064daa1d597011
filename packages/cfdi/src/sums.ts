import { Decimal } from '@timbre/fiscal';
import type { Complemento, Concepto, Impuestos, Traslado } from './comprobante';
import { roundSum } from './rounding';

/** The sums of a document that depend only on its concepts. */
export interface Sums {
  readonly subTotal: Decimal;
  readonly descuento?: Decimal;
  readonly impuestos?: Impuestos;
}

/** Adds the concepts up; every sum is rounded once, to the decimals of the currency. */
export function sumConceptos(conceptos: readonly Concepto[], currencyDecimals: number): Sums {
  const hasDiscount = conceptos.some(({ descuento }) => descuento !== undefined);
  const impuestos = summarize(conceptos, currencyDecimals);
  return {
    subTotal: roundSum(sumColumn(conceptos, 'importe'), currencyDecimals),
    ...(hasDiscount && {
      descuento: roundSum(sumColumn(conceptos, 'descuento'), currencyDecimals),
    }),
    ...(impuestos && { impuestos }),
  };
}

/** One column of the concepts, not rounded. */
export function sumColumn(
  conceptos: readonly Pick<Concepto, 'importe' | 'descuento'>[],
  field: 'importe' | 'descuento',
): Decimal {
  return Decimal.sum(conceptos.flatMap((concepto) => concepto[field] ?? []));
}

/** Exact total: subtotal less discount, plus transferred and less withheld taxes, federal and local. */
export function totalOf(sums: Sums, complemento: Complemento | undefined): Decimal {
  const { subTotal, descuento, impuestos } = sums;
  const locales = complemento?.impuestosLocales;
  const zero = Decimal.zero;
  return subTotal
    .minus(descuento ?? zero)
    .plus(impuestos?.totalImpuestosTrasladados ?? zero)
    .minus(impuestos?.totalImpuestosRetenidos ?? zero)
    .plus(locales?.totaldeTraslados ?? zero)
    .minus(locales?.totaldeRetenciones ?? zero);
}

interface TransferSum {
  readonly line: Traslado;
  base: Decimal;
  importe: Decimal;
}

function summarize(
  conceptos: readonly Concepto[],
  currencyDecimals: number,
): Impuestos | undefined {
  const transfers: TransferSum[] = [];
  const withheld = new Map<string, Decimal>();
  for (const { impuestos } of conceptos) {
    for (const line of impuestos?.traslados ?? []) addTransfer(transfers, line);
    for (const { impuesto, importe } of impuestos?.retenciones ?? []) {
      withheld.set(impuesto, (withheld.get(impuesto) ?? Decimal.zero).plus(importe));
    }
  }
  if (transfers.length === 0 && withheld.size === 0) return undefined;
  const round = (sum: Decimal): Decimal => roundSum(sum, currencyDecimals);
  const retenciones = [...withheld].map(([impuesto, sum]) => ({ impuesto, importe: round(sum) }));
  const traslados = transfers.map(({ line, base, importe }): Traslado =>
    line.tipoFactor === 'Exento'
      ? { base: round(base), impuesto: line.impuesto, tipoFactor: line.tipoFactor }
      : { ...line, base: round(base), importe: round(importe) },
  );
  return { ...totalWithheld(retenciones), ...totalTransferred(traslados) };
}

function addTransfer(sums: TransferSum[], line: Traslado): void {
  const sum = sums.find((known) => isSameTax(known.line, line));
  const importe = line.importe ?? Decimal.zero;
  if (!sum) {
    sums.push({ line, base: line.base, importe });
    return;
  }
  sum.base = sum.base.plus(line.base);
  sum.importe = sum.importe.plus(importe);
}

/** The absent rate of an exempt line differs from a rate of zero. */
function isSameTax(one: Traslado, other: Traslado): boolean {
  if (one.impuesto !== other.impuesto || one.tipoFactor !== other.tipoFactor) return false;
  const [rate, otherRate] = [one.tasaOCuota, other.tasaOCuota];
  return rate && otherRate ? rate.equals(otherRate) : rate === otherRate;
}

function totalWithheld(retenciones: NonNullable<Impuestos['retenciones']>): Impuestos {
  if (retenciones.length === 0) return {};
  const total = Decimal.sum(retenciones.map(({ importe }) => importe));
  return { retenciones, totalImpuestosRetenidos: total };
}

/** The total is absent when all lines are exempt (CFDI40212). */
function totalTransferred(traslados: readonly Traslado[]): Impuestos {
  if (traslados.length === 0) return {};
  const amounts = traslados.flatMap(({ importe }) => importe ?? []);
  if (amounts.length === 0) return { traslados };
  return { traslados, totalImpuestosTrasladados: Decimal.sum(amounts) };
}
