import { Decimal } from '@timbre/fiscal';
import type { ImpRetenido, Retenciones, RetencionesTotales } from './retenciones';

type Sealing = 'version' | 'noCertificado' | 'certificado' | 'sello';

/** A withholding document before its totals are computed. */
export interface RetencionesInput extends Omit<Retenciones, Sealing | 'totales'> {
  readonly totales: Omit<RetencionesTotales, 'montoTotOperacion' | 'montoTotRet'>;
}

/**
 * Computes the totals: the operation is the taxable amount plus the exempt amount, and the withheld amount
 * is the sum of the taxes.
 */
export function computeRetenciones(input: RetencionesInput): Retenciones {
  const { montoTotGrav, montoTotExent, impRetenidos = [] } = input.totales;
  return {
    ...input,
    version: '2.0',
    totales: {
      ...input.totales,
      montoTotOperacion: montoTotGrav.plus(montoTotExent).round(2),
      montoTotRet: sumRetenido(impRetenidos),
    },
  };
}

export function sumRetenido(lines: readonly ImpRetenido[]): Decimal {
  return Decimal.sum(lines.map(({ montoRet }) => montoRet)).round(2);
}
