import { Decimal } from '@timbre/fiscal';
import type { Complemento, Concepto, Impuestos, RetencionConcepto, Traslado } from './comprobante';
import { roundSum } from './rounding';

/** The sums of a document that depend only on its concepts. */
export interface Sums {
  readonly subTotal: Decimal;
  readonly descuento?: Decimal;
  readonly impuestos?: Impuestos;
}

/** Sums the concepts of a document. Every sum is rounded once, to the decimals of the currency. */
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

/** Returns the sum of one field over all concepts, without rounding. */
export function sumColumn(
  conceptos: readonly Pick<Concepto, 'importe' | 'descuento'>[],
  field: 'importe' | 'descuento',
): Decimal {
  return Decimal.sum(conceptos.flatMap((concepto) => concepto[field] ?? []));
}

/**
 * Returns the exact total: subtotal less discount, plus transferred taxes and less withheld taxes,
 * federal and local.
 */
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

interface TaxSum<Line> {
  readonly line: Line;
  base: Decimal;
  importe: Decimal;
}

/**
 * Returns the tax lines of the concepts, one line for each tax, factor and rate. The tax lines are not
 * rounded.
 */
export function sumTaxes(conceptos: readonly Pick<Concepto, 'impuestos'>[]): {
  traslados: Traslado[];
  retenciones: RetencionConcepto[];
} {
  const traslados: TaxSum<Traslado>[] = [];
  const retenciones: TaxSum<RetencionConcepto>[] = [];
  for (const { impuestos } of conceptos) {
    for (const line of impuestos?.traslados ?? []) addLine(traslados, line);
    for (const line of impuestos?.retenciones ?? []) addLine(retenciones, line);
  }
  return {
    traslados: traslados.map(({ line, base, importe }) =>
      line.tipoFactor === 'Exento'
        ? { base, impuesto: line.impuesto, tipoFactor: line.tipoFactor }
        : { ...line, base, importe },
    ),
    retenciones: retenciones.map(({ line, base, importe }) => ({ ...line, base, importe })),
  };
}

function summarize(
  conceptos: readonly Concepto[],
  currencyDecimals: number,
): Impuestos | undefined {
  const lines = sumTaxes(conceptos);
  if (lines.traslados.length + lines.retenciones.length === 0) return undefined;
  const round = (sum: Decimal): Decimal => roundSum(sum, currencyDecimals);
  const withheld = new Map<string, Decimal>();
  for (const { impuesto, importe } of lines.retenciones) {
    withheld.set(impuesto, (withheld.get(impuesto) ?? Decimal.zero).plus(importe));
  }
  const retenciones = [...withheld].map(([impuesto, sum]) => ({ impuesto, importe: round(sum) }));
  const traslados = lines.traslados.map(({ base, importe, ...line }): Traslado => ({
    ...line,
    base: round(base),
    ...(importe && { importe: round(importe) }),
  }));
  return { ...totalWithheld(retenciones), ...totalTransferred(traslados) };
}

function addLine<Line extends Traslado | RetencionConcepto>(
  sums: TaxSum<Line>[],
  line: Line,
): void {
  const sum = sums.find((known) => isSameTax(known.line, line));
  const importe = line.importe ?? Decimal.zero;
  if (!sum) {
    sums.push({ line, base: line.base, importe });
    return;
  }
  sum.base = sum.base.plus(line.base);
  sum.importe = sum.importe.plus(importe);
}

/**
 * Whether two lines have the same tax. An exempt line has no rate, which is different from a rate of
 * zero.
 */
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

/** Returns the total of the transferred taxes; absent if all lines are exempt (CFDI40212). */
function totalTransferred(traslados: readonly Traslado[]): Impuestos {
  if (traslados.length === 0) return {};
  const amounts = traslados.flatMap(({ importe }) => importe ?? []);
  if (amounts.length === 0) return { traslados };
  return { traslados, totalImpuestosTrasladados: Decimal.sum(amounts) };
}
