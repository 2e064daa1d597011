import { Decimal, taxCodes } from '@timbre/fiscal';
import type {
  DoctoRelacionado,
  ImpuestosP,
  Pago,
  PagosTotales,
  RetencionP,
  TrasladoP,
} from './pagos';
import { CONCEPT_DECIMALS_MAX } from './rounding';

// The number of decimals of quotients, which are summed before they are rounded. It is sufficient
// if quotients have ten decimals more than amounts.
const QUOTIENT_DECIMALS = 16;

/** Converts an amount of the invoice to the currency of the payment. */
export function inPaymentCurrency(amount: Decimal, equivalenciaDr: Decimal | undefined): Decimal {
  if (!equivalenciaDr || equivalenciaDr.equals(Decimal.one)) return amount;
  return amount.dividedBy(equivalenciaDr, QUOTIENT_DECIMALS);
}

/**
 * Sums the taxes of the paid documents to the taxes of one payment. Each sum of taxes is rounded
 * once.
 */
export function summarizePago(
  documents: readonly DoctoRelacionado[],
  decimals: number = CONCEPT_DECIMALS_MAX,
): ImpuestosP | undefined {
  const withheld = new Map<string, Decimal>();
  const transfers = new Map<string, TrasladoP>();
  for (const { impuestosDr, equivalenciaDr } of documents) {
    const convert = (amount: Decimal): Decimal => inPaymentCurrency(amount, equivalenciaDr);
    for (const { impuestoDr, importeDr } of impuestosDr?.retencionesDr ?? []) {
      const sum = withheld.get(impuestoDr) ?? Decimal.zero;
      withheld.set(impuestoDr, sum.plus(convert(importeDr)));
    }
    for (const line of impuestosDr?.trasladosDr ?? []) {
      const { impuestoDr, tipoFactorDr, tasaOCuotaDr } = line;
      const key = `${impuestoDr} ${tipoFactorDr} ${tasaOCuotaDr?.round(6) ?? ''}`;
      const sum = transfers.get(key);
      transfers.set(key, {
        baseP: convert(line.baseDr).plus(sum?.baseP ?? Decimal.zero),
        impuestoP: impuestoDr,
        tipoFactorP: tipoFactorDr,
        ...(tasaOCuotaDr && { tasaOCuotaP: tasaOCuotaDr }),
        ...(line.importeDr && {
          importeP: convert(line.importeDr).plus(sum?.importeP ?? Decimal.zero),
        }),
      });
    }
  }
  if (withheld.size === 0 && transfers.size === 0) return undefined;
  return {
    ...(withheld.size > 0 && { retencionesP: roundWithheld(withheld, decimals) }),
    ...(transfers.size > 0 && {
      trasladosP: [...transfers.values()].map((line) => roundTransfer(line, decimals)),
    }),
  };
}

function roundWithheld(withheld: ReadonlyMap<string, Decimal>, decimals: number): RetencionP[] {
  return [...withheld].map(([impuestoP, sum]) => ({ impuestoP, importeP: sum.round(decimals) }));
}

function roundTransfer(line: TrasladoP, decimals: number): TrasladoP {
  return {
    ...line,
    baseP: line.baseP.round(decimals),
    ...(line.importeP && { importeP: line.importeP.round(decimals) }),
  };
}

const WITHHELD: Readonly<Record<string, keyof PagosTotales>> = {
  '001': 'totalRetencionesIsr',
  '002': 'totalRetencionesIva',
  '003': 'totalRetencionesIeps',
};

/** Only IVA has totals of transferred taxes, one for each rate in force since 2022. */
const TRANSFERRED: Readonly<Record<string, readonly (keyof PagosTotales)[]>> = {
  '0.160000': ['totalTrasladosBaseIva16', 'totalTrasladosImpuestoIva16'],
  '0.080000': ['totalTrasladosBaseIva8', 'totalTrasladosImpuestoIva8'],
  '0.000000': ['totalTrasladosBaseIva0', 'totalTrasladosImpuestoIva0'],
};
const EXEMPT: readonly (keyof PagosTotales)[] = ['totalTrasladosBaseIvaExento'];

/**
 * Returns the totals of all payments in pesos, each rounded once to cents. A total is absent if no
 * payment has taxes of its kind.
 */
export function totalizePagos(pagos: readonly Pago[]): PagosTotales {
  const sums = new Map<keyof PagosTotales, Decimal>();
  const add = (key: keyof PagosTotales | undefined, amount: Decimal | undefined): void => {
    if (key && amount) sums.set(key, (sums.get(key) ?? Decimal.zero).plus(amount));
  };
  for (const { impuestosP, monto, tipoCambioP = Decimal.one } of pagos) {
    for (const { impuestoP, importeP } of impuestosP?.retencionesP ?? []) {
      add(WITHHELD[impuestoP], importeP.times(tipoCambioP));
    }
    for (const line of impuestosP?.trasladosP ?? []) {
      const [base, tax] = totalsOf(line);
      add(base, line.baseP.times(tipoCambioP));
      add(tax, line.importeP?.times(tipoCambioP));
    }
    add('montoTotalPagos', monto.times(tipoCambioP));
  }
  const rounded = [...sums].map(([key, sum]) => [key, sum.round(2)] as const);
  return { montoTotalPagos: Decimal.zero.round(2), ...Object.fromEntries(rounded) };
}

function totalsOf({ impuestoP, tipoFactorP, tasaOCuotaP }: TrasladoP): typeof EXEMPT {
  if (impuestoP !== taxCodes.IVA) return [];
  if (tipoFactorP === 'Exento') return EXEMPT;
  return TRANSFERRED[tasaOCuotaP?.round(6).toString() ?? ''] ?? [];
}
