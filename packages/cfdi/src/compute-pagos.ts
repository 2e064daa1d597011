import { Decimal, currency } from '@timbre/fiscal';
import type { Comprobante } from './comprobante';
import type { ConceptoInput } from './compute-concepto';
import { computeComprobante } from './compute';
import type { ComprobanteInput } from './compute';
import type { DoctoRelacionado, ImpuestosDr, Pago, Pagos, RetencionDr, TrasladoDr } from './pagos';
import { summarizePago, totalizePagos } from './pagos-sums';
import { CONCEPT_DECIMALS_MAX, conceptDecimals, roundConcept, roundRate } from './rounding';

/** A tax on the paid part of an invoice, in the currency of the invoice. */
export interface DoctoTaxInput {
  readonly kind: 'traslado' | 'retencion';
  readonly impuesto: string;
  readonly tipoFactor: 'Tasa' | 'Cuota' | 'Exento';
  readonly tasaOCuota?: Decimal;
  readonly base: Decimal;
}

type DoctoComputed = 'impSaldoInsoluto' | 'objetoImpDr' | 'impuestosDr';

/** One paid invoice. */
export interface DoctoInput extends Omit<DoctoRelacionado, DoctoComputed> {
  /** The default is `02` for a document with taxes and `01` for a document without taxes. */
  readonly objetoImpDr?: string;
  readonly taxes?: readonly DoctoTaxInput[];
}

export interface PagoInput extends Omit<Pago, 'doctoRelacionado' | 'impuestosP'> {
  readonly doctoRelacionado: readonly DoctoInput[];
}

type Fixed =
  | 'tipoDeComprobante'
  | 'moneda'
  | 'exportacion'
  | 'conceptos'
  | 'currencyDecimals'
  | 'localTaxes'
  | 'formaPago'
  | 'metodoPago'
  | 'condicionesDePago'
  | 'tipoCambio'
  | 'informacionGlobal';

export interface PaymentInput extends Omit<ComprobanteInput, Fixed> {
  readonly pagos: readonly PagoInput[];
}

/** Source: fill-in guide of the payments complement and CRP20101 to CRP20123, read 2026-11-21. */
const PAYMENT_CONCEPT: ConceptoInput = {
  claveProdServ: '84111506',
  cantidad: Decimal.one,
  claveUnidad: 'ACT',
  descripcion: 'Pago',
  valorUnitario: Decimal.zero,
  objetoImp: '01',
};

/** Computes the payment document (type P) with its complement and all sums. */
export function computePayment(input: PaymentInput): Comprobante {
  const { pagos, ...header } = input;
  return computeComprobante({
    ...header,
    tipoDeComprobante: 'P',
    moneda: 'XXX',
    currencyDecimals: 0,
    exportacion: '01',
    conceptos: [PAYMENT_CONCEPT],
    complemento: { ...header.complemento, pagos: [computePagos(pagos)] },
  });
}

/** Computes only the payment complement. */
export function computePagos(inputs: readonly PagoInput[]): Pagos {
  const pago = inputs.map(computePago);
  return { version: '2.0', totales: totalizePagos(pago), pago };
}

function computePago(input: PagoInput): Pago {
  const decimals = documentDecimals(input);
  const doctoRelacionado = input.doctoRelacionado.map((docto) => computeDocto(docto, decimals));
  const impuestosP = summarizePago(doctoRelacionado, decimals);
  return { ...input, doctoRelacionado, ...(impuestosP && { impuestosP }) };
}

/**
 * Returns the number of decimals of the taxes: the decimals of the currency if they represent every
 * tax exactly, and six in all other cases, as in invoices.
 */
function documentDecimals({ fechaPago, monedaP, doctoRelacionado }: PagoInput): number {
  if (doctoRelacionado.some(({ monedaDr }) => monedaDr !== monedaP)) return CONCEPT_DECIMALS_MAX;
  const exact = doctoRelacionado.flatMap(({ taxes = [] }) =>
    taxes.flatMap((tax) => [tax.base, tax.base.times(tax.tasaOCuota ?? Decimal.zero)]),
  );
  return conceptDecimals(exact, currency(monedaP, fechaPago.slice(0, 10))?.decimals ?? 2);
}

function computeDocto(input: DoctoInput, decimals: number): DoctoRelacionado {
  const { taxes = [], objetoImpDr, ...docto } = input;
  const impuestosDr = taxes.length > 0 ? doctoTaxes(taxes, decimals) : undefined;
  return {
    ...docto,
    impSaldoInsoluto: docto.impSaldoAnt.minus(docto.impPagado),
    objetoImpDr: objetoImpDr ?? (impuestosDr ? '02' : '01'),
    ...(impuestosDr && { impuestosDr }),
  };
}

function doctoTaxes(taxes: readonly DoctoTaxInput[], decimals: number): ImpuestosDr {
  const trasladosDr: TrasladoDr[] = [];
  const retencionesDr: RetencionDr[] = [];
  for (const { kind, impuesto, tipoFactor, tasaOCuota = Decimal.zero, base } of taxes) {
    const baseDr = roundConcept(base, decimals);
    const named = { baseDr, impuestoDr: impuesto, tipoFactorDr: tipoFactor };
    const rated = {
      tasaOCuotaDr: roundRate(tasaOCuota),
      importeDr: roundConcept(baseDr.times(tasaOCuota), decimals),
    };
    // An exempt withholding is invalid (CRP20252). It is nevertheless included in the document, so
    // that the validation reports the fault.
    if (kind === 'retencion') retencionesDr.push({ ...named, ...rated });
    else if (tipoFactor === 'Exento') trasladosDr.push(named);
    else trasladosDr.push({ ...named, ...rated });
  }
  return {
    ...(retencionesDr.length > 0 && { retencionesDr }),
    ...(trasladosDr.length > 0 && { trasladosDr }),
  };
}

/**
 * Returns the taxes on the paid part of an invoice. Each base is multiplied by the paid amount and
 * divided by the total, with six decimals. The function throws RangeError for an invoice with a
 * total of zero.
 */
export function taxesOfPayment(invoice: Comprobante, impPagado: Decimal): DoctoTaxInput[] {
  if (!invoice.total.isPositive()) throw new RangeError('an invoice of zero cannot be paid');
  const groups = new Map<string, DoctoTaxInput>();
  for (const { impuestos } of invoice.conceptos) {
    for (const line of impuestos?.traslados ?? []) add(groups, 'traslado', line);
    for (const line of impuestos?.retenciones ?? []) add(groups, 'retencion', line);
  }
  const part = (base: Decimal): Decimal =>
    base.times(impPagado).dividedBy(invoice.total, CONCEPT_DECIMALS_MAX);
  return [...groups.values()].map((tax) => ({ ...tax, base: part(tax.base) }));
}

interface TaxLine {
  readonly base: Decimal;
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasaOCuota?: Decimal;
}

function add(
  groups: Map<string, DoctoTaxInput>,
  kind: DoctoTaxInput['kind'],
  { base, impuesto, tipoFactor, tasaOCuota }: TaxLine,
): void {
  const key = `${kind} ${impuesto} ${tipoFactor} ${tasaOCuota?.round(6) ?? ''}`;
  const known = groups.get(key);
  const sum = known ? known.base.plus(base) : base;
  groups.set(key, {
    kind,
    impuesto,
    tipoFactor: tipoFactor as DoctoTaxInput['tipoFactor'],
    ...(tasaOCuota && { tasaOCuota }),
    base: sum,
  });
}
