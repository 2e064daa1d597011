import type { Retenciones } from '@timbre/cfdi';
import { taxNameOf } from '@timbre/fiscal';

/** A tax as the detail shows it; amounts are pesos as text. */
export interface WithheldLine {
  /** IVA, ISR or IEPS; an imported document may not say it. */
  type?: string | undefined;
  base?: string | undefined;
  amount: string;
  /** c_TipoPagoRet. */
  paymentType: string;
}

/** Amount columns of a withholding document, computed from the document. */
export function withholdingFacts({ totales }: Retenciones) {
  const { montoTotOperacion, montoTotRet, impRetenidos = [] } = totales;
  return {
    total: montoTotOperacion.toString(),
    withheld: montoTotRet.toString(),
    taxes: impRetenidos.map(
      ({ baseRet, impuestoRet = '', montoRet, tipoPagoRet }): WithheldLine => ({
        type: taxNameOf(impuestoRet) ?? impuestoRet,
        ...(baseRet && { base: baseRet.toString() }),
        amount: montoRet.toString(),
        paymentType: tipoPagoRet,
      }),
    ),
  };
}
