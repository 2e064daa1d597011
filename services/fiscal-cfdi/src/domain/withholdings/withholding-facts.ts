import type { Retenciones } from '@timbre/cfdi';
import { taxCodes } from './withholding';

/** A tax of a document as its detail shows it; amounts are pesos as text. */
export interface WithheldLine {
  /** IVA, ISR or IEPS. */
  type: string;
  base?: string | undefined;
  amount: string;
  /** c_TipoPagoRet. */
  paymentType: string;
}

const taxNames = new Map(Object.entries(taxCodes).map(([name, code]) => [code, name]));

/** What the columns of a withholding document say, by the document itself. */
export function withholdingFacts({ totales }: Retenciones) {
  const { montoTotOperacion, montoTotRet, impRetenidos = [] } = totales;
  return {
    total: montoTotOperacion.toString(),
    withheld: montoTotRet.toString(),
    taxes: impRetenidos.map(
      ({ baseRet, impuestoRet = '', montoRet, tipoPagoRet }): WithheldLine => ({
        type: taxNames.get(impuestoRet) ?? impuestoRet,
        ...(baseRet && { base: baseRet.toString() }),
        amount: montoRet.toString(),
        paymentType: tipoPagoRet,
      }),
    ),
  };
}
