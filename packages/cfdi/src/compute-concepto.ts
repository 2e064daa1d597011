import { Decimal, taxCodes } from '@timbre/fiscal';
import type { Concepto, RetencionConcepto, Traslado } from './comprobante';
import { CONCEPT_DECIMALS_MAX, roundConcept, roundRate } from './rounding';
import { sumTaxes } from './sums';

/** A tax on a concept, as input of the calculation. */
export interface TaxInput {
  readonly kind: 'traslado' | 'retencion';
  /** A code of c_Impuesto (`001` ISR, `002` IVA, `003` IEPS). */
  readonly impuesto: string;
  readonly tipoFactor: 'Tasa' | 'Cuota' | 'Exento';
  /** The rate as a fraction: 0.16 for 16 %. The rate is absent for `Exento`. */
  readonly tasaOCuota?: Decimal;
  /** The taxed units of a `Cuota`. The default is the quantity of the concept. */
  readonly units?: Decimal;
  /**
   * A part of the price that is excluded from the base of IVA: the fixed IEPS per liter of a fuel
   * (LIEPS 2-A, last paragraph).
   */
  readonly outOfBase?: Decimal;
}

/** A concept before its amounts are computed. */
export interface ConceptoInput extends Omit<Concepto, 'importe' | 'impuestos' | 'objetoImp'> {
  /** The default is `02` for a concept with taxes and `01` for a concept without taxes. */
  readonly objetoImp?: string;
  readonly taxes?: readonly TaxInput[];
  /** Whether `valorUnitario` and `descuento` include the transferred taxes. */
  readonly taxIncluded?: boolean;
  /**
   * The charged amount including transferred taxes, divided into parts that have different taxes.
   * If `chargedParts` is present, `valorUnitario`, `descuento`, `taxes` and `taxIncluded` are
   * ignored.
   */
  readonly chargedParts?: readonly ChargedPart[];
}

/** A part of a charged price that has its own taxes. */
export interface ChargedPart {
  /** Above zero. */
  readonly charged: Decimal;
  readonly taxes: readonly TaxInput[];
}

/** The exact amounts of a concept, before any rounding. */
export interface ExactConcepto {
  readonly input: ConceptoInput;
  readonly importe: Decimal;
  readonly descuento: Decimal | undefined;
  /**
   * The price including transferred taxes, before withholdings. The price is present only if it was
   * given with tax included.
   */
  readonly charged: Decimal | undefined;
  /** The charged parts and their taxes. */
  readonly parts?: readonly NetPart[];
}

/** A charged part without its transferred taxes. */
export interface NetPart {
  readonly net: Decimal;
  readonly taxes: readonly TaxInput[];
}

const none: readonly TaxInput[] = [];
// The number of decimals when an amount is divided by a tax factor. Twelve decimals are exact
// enough for amounts of six decimals.
const QUOTIENT_DECIMALS = 12;

export function exactConcepto(input: ConceptoInput): ExactConcepto {
  if (input.chargedParts) return exactParts(input, input.chargedParts);
  const importe = input.cantidad.times(input.valorUnitario);
  if (!input.taxIncluded) {
    return { input, importe, descuento: input.descuento, charged: undefined };
  }
  const charged = input.descuento ? importe.minus(input.descuento) : importe;
  const net = netOf(input, charged);
  const descuento = input.descuento?.dividedBy(rateFactor(input), QUOTIENT_DECIMALS);
  return { input, importe: descuento ? net.plus(descuento) : net, descuento, charged };
}

function exactParts(input: ConceptoInput, charged: readonly ChargedPart[]): ExactConcepto {
  const parts = charged.map((part) => ({
    net: netOf({ ...input, taxes: part.taxes }, part.charged),
    taxes: part.taxes,
  }));
  return {
    input,
    importe: Decimal.sum(parts.map(({ net }) => net)),
    descuento: undefined,
    charged: Decimal.sum(charged.map((part) => part.charged)),
    parts,
  };
}

/**
 * Returns the net amount. The net amount plus the transferred taxes of the concept equals the
 * charged amount.
 */
function netOf(input: ConceptoInput, charged: Decimal): Decimal {
  const beforeIva = charged.dividedBy(Decimal.one.plus(rate(input, IVA)), QUOTIENT_DECIMALS);
  const withoutFees = beforeIva.minus(fees(input));
  return withoutFees.dividedBy(Decimal.one.plus(rate(input, IEPS)), QUOTIENT_DECIMALS);
}

function rateFactor(input: ConceptoInput): Decimal {
  return Decimal.one.plus(rate(input, IEPS)).times(Decimal.one.plus(rate(input, IVA)));
}

const { IVA, IEPS } = taxCodes;

function rate(input: ConceptoInput, impuesto: string): Decimal {
  const rates = transfersOf(input).filter(
    (tax) => tax.impuesto === impuesto && tax.tipoFactor === 'Tasa',
  );
  return Decimal.sum(rates.map((tax) => tax.tasaOCuota ?? Decimal.zero));
}

function fees(input: ConceptoInput): Decimal {
  const cuotas = transfersOf(input).filter(isFee);
  return Decimal.sum(cuotas.map((tax) => feeOf(tax, input)));
}

function isFee({ tipoFactor }: TaxInput): boolean {
  return tipoFactor === 'Cuota';
}

function feeOf(tax: TaxInput, input: ConceptoInput): Decimal {
  return (tax.units ?? input.cantidad).times(tax.tasaOCuota ?? Decimal.zero);
}

function transfersOf(input: ConceptoInput): readonly TaxInput[] {
  return (input.taxes ?? none).filter((tax) => tax.kind === 'traslado');
}

/** Returns the exact amounts that determine how many decimals the document needs. */
export function exactAmounts({ input, importe, descuento, parts }: ExactConcepto): Decimal[] {
  if (parts) return parts.flatMap((part) => exactAmounts(asWhole(input, part)));
  if (input.taxes === undefined) return descuento ? [importe, descuento] : [importe];
  const base = descuento ? importe.minus(descuento) : importe;
  const taxed = input.taxes.map((tax) => taxedBase(tax, input, base).times(rateOf(tax)));
  const units = input.taxes.filter(isFee).map((tax) => taxedBase(tax, input, base));
  return [importe, ...(descuento ? [descuento] : []), ...units, ...taxed];
}

/** Returns a charged part in the form of a concept. */
function asWhole(input: ConceptoInput, { net, taxes }: NetPart): ExactConcepto {
  const { chargedParts: _, ...rest } = input;
  const whole = { ...rest, taxes, taxIncluded: true };
  return { input: whole, importe: net, descuento: undefined, charged: undefined };
}

/** Returns the concept with its amounts rounded to `decimals` decimals. */
export function computeConcepto(exact: ExactConcepto, decimals: number): Concepto {
  if (exact.parts) return computeParts(exact.input, exact.parts, decimals);
  const { taxes, taxIncluded, objetoImp, ...rest } = exact.input;
  const importe = roundConcept(exact.importe, decimals);
  const descuento = exact.descuento && roundConcept(exact.descuento, decimals);
  const concepto = {
    ...rest,
    ...(taxIncluded && { valorUnitario: unitValue(importe, rest.cantidad, decimals) }),
    importe,
    ...(descuento && { descuento }),
    objetoImp: objetoImp ?? (taxes && taxes.length > 0 ? '02' : '01'),
  };
  if (!taxes || taxes.length === 0) return concepto;
  const base = descuento ? importe.minus(descuento) : importe;
  return { ...concepto, impuestos: conceptTaxes(exact.input, taxes, base, decimals) };
}

/** Returns a concept with the taxes of its parts: one tax line for each tax and rate. */
function computeParts(
  { chargedParts: _, taxes: _taxes, taxIncluded: _included, objetoImp, ...rest }: ConceptoInput,
  parts: readonly NetPart[],
  decimals: number,
): Concepto {
  const computed = parts.map((part) => computeConcepto(asWhole(rest, part), decimals));
  const importe = Decimal.sum(computed.map((part) => part.importe));
  const { traslados, retenciones } = sumTaxes(computed);
  const isTaxed = traslados.length + retenciones.length > 0;
  const impuestos = {
    ...(traslados.length > 0 && { traslados }),
    ...(retenciones.length > 0 && { retenciones }),
  };
  return {
    ...rest,
    valorUnitario: unitValue(importe, rest.cantidad, decimals),
    importe,
    objetoImp: objetoImp ?? (isTaxed ? '02' : '01'),
    ...(isTaxed && { impuestos }),
  };
}

function unitValue(importe: Decimal, cantidad: Decimal, decimals: number): Decimal {
  return importe.dividedBy(cantidad, CONCEPT_DECIMALS_MAX).trimmed(decimals);
}

function conceptTaxes(
  input: ConceptoInput,
  taxes: readonly TaxInput[],
  net: Decimal,
  decimals: number,
): { traslados?: Traslado[]; retenciones?: RetencionConcepto[] } {
  const traslados: Traslado[] = [];
  const retenciones: RetencionConcepto[] = [];
  for (const tax of taxes) {
    const base = roundConcept(taxedBase(tax, input, net), decimals);
    const { impuesto, tipoFactor } = tax;
    if (tipoFactor === 'Exento') {
      traslados.push({ base, impuesto, tipoFactor });
      continue;
    }
    const importe = roundConcept(base.times(rateOf(tax)), decimals);
    const line = { base, impuesto, tipoFactor, tasaOCuota: roundRate(rateOf(tax)), importe };
    if (tax.kind === 'traslado') traslados.push(line);
    else retenciones.push(line);
  }
  return {
    ...(traslados.length > 0 && { traslados }),
    ...(retenciones.length > 0 && { retenciones }),
  };
}

function rateOf(tax: TaxInput): Decimal {
  return tax.tasaOCuota ?? Decimal.zero;
}

/**
 * Returns the base of a tax: the units for a Cuota, and the price less the discount for all other
 * taxes. The base of IVA, and of its withholding, also includes the other taxes of the same sale
 * (LIVA articles 12 and 18).
 */
function taxedBase(tax: TaxInput, input: ConceptoInput, net: Decimal): Decimal {
  if (isFee(tax)) return tax.units ?? input.cantidad;
  if (tax.impuesto !== IVA) return net;
  if (tax.outOfBase) return net.minus(tax.outOfBase);
  const ieps = rate(input, IEPS);
  const fee = fees(input);
  return ieps.isZero() && fee.isZero() ? net : net.plus(net.times(ieps)).plus(fee);
}
