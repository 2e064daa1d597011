import type { Retenciones } from '@timbre/cfdi';
import { taxNameOf } from '@timbre/fiscal';

/** A withheld tax in the form of the document's detail, with amounts in pesos as text. */
export interface WithheldLine {
  /** The tax, which is IVA, ISR or IEPS; it can be absent in an imported document. */
  type?: string | undefined;
  base?: string | undefined;
  amount: string;
  /** A code of the SAT catalogue c_TipoPagoRet. */
  paymentType: string;
}

/** Returns the values of the amount columns for a withholding document. */
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
