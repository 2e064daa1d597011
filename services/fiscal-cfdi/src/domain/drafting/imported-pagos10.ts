import type { DoctoRelacionado, DoctoRelacionado10, Pago, Pago10, Pagos10 } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';

/** c_ObjetoImp: its taxes are not broken down. */
const notBrokenDown = '03';

/**
 * The payments of Pagos 1.0 as 2.0 says them. 1.0 leaves out what follows: the amount of the only document
 * is that of the payment, and a document that is paid at once has one installment and no earlier balance.
 * It does not say the taxes of a document.
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
  // A document in pesos says 1 in 1.0: the rate is that of the payment.
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
