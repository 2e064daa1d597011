import type { DoctoRelacionado, DoctoRelacionado10, Pago, Pago10, Pagos10 } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';

/** The code of c_ObjetoImp for a document that is subject to tax but does not show the taxes. */
const notBrokenDown = '03';

/**
 * Converts payments of Pagos 1.0 to the form of Pagos 2.0. If a payment has only one paid document, Pagos
 * 1.0 may omit the amount paid of that document; the amount paid then equals the amount of the payment.
 * Pagos 1.0 may omit the installment number and the previous balance of a document that is paid at once.
 * Pagos 1.0 contains no taxes of the paid documents.
 */
export const paidIn33 = (pagos: readonly Pagos10[]): Pago[] =>
  pagos.flatMap(({ pago }) =>
    pago.map(({ impuestos: _, doctoRelacionado = [], ...payment }) => ({
      ...payment,
      doctoRelacionado: doctoRelacionado.map((docto) => doctoOf(docto, payment)),
    })),
  );

function doctoOf(
  docto: DoctoRelacionado10,
  { monto, monedaP, tipoCambioP }: Omit<Pago10, 'doctoRelacionado'>,
): DoctoRelacionado {
  const { metodoDePagoDr: _, tipoCambioDr, ...named } = docto;
  const { impPagado = monto, numParcialidad = 1 } = docto;
  const impSaldoAnt = docto.impSaldoAnt ?? impPagado;
  // For a document in pesos, Pagos 1.0 always contains rate 1. The actual exchange rate is the rate
  // of the payment.
  const isInPesos = docto.monedaDr === 'MXN' && monedaP !== 'MXN';
  const equivalenciaDr = isInPesos ? tipoCambioP : tipoCambioDr;
  return {
    ...named,
    numParcialidad,
    impSaldoAnt,
    impPagado,
    objetoImpDr: notBrokenDown,
    impSaldoInsoluto: docto.impSaldoInsoluto ?? impSaldoAnt.minus(impPagado),
    ...(equivalenciaDr && { equivalenciaDr }),
    ...(monedaP === docto.monedaDr && { equivalenciaDr: Decimal.one }),
  };
}
