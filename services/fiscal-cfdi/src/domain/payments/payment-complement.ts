import { computePayment, type Comprobante, type DoctoInput } from '@timbre/cfdi';
import { currency as currencyOf, Decimal, parseLocalDateTime } from '@timbre/fiscal';
import { documentHeader } from '../drafting/document-header';
import type { ComplementFacts, Draft, Issuance, PaidDocument } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { paymentUse, receptorOf } from '../drafting/receiver';

/** Quotients keep more decimals than any amount or rate; only their sum is rounded. */
const quotientDecimals = 16;

/** The payment complement (type P, Pagos 2.0) of a draft: one payment of one customer. */
export function paymentComplementComprobante(
  { input, customer, paidDocuments }: Draft,
  profile: Profile,
  issuance: Issuance,
): Comprobante {
  const { complement, currency = 'MXN', exchangeRate } = input;
  if (!customer || !complement || !paidDocuments) {
    throw new RangeError('a payment complement has a customer and what he paid');
  }
  const { exportacion: _, ...header } = documentHeader(profile, issuance);
  return computePayment({
    ...header,
    receptor: receptorOf(customer, paymentUse, profile),
    pagos: [
      {
        fechaPago: parseLocalDateTime(complement.paidLocalDateTime ?? '') ?? issuance.fecha,
        formaDePagoP: complement.formCode,
        monedaP: currency,
        tipoCambioP: currency === 'MXN' ? Decimal.one : Decimal.from(exchangeRate ?? ''),
        monto: amountPaid(paidDocuments, currency),
        doctoRelacionado: paidDocuments.map((document) => doctoOf(document, currency)),
      },
    ],
  });
}

/** The payment of a valid complement as the detail shows it. */
export function complementFacts({ input, paidDocuments }: Draft): ComplementFacts | null {
  const { complement, currency = 'MXN', exchangeRate = '1' } = input;
  if (!complement) return null;
  const { formCode, paidLocalDateTime } = complement;
  const amount = amountPaid(paidDocuments ?? [], currency).toString();
  return { formCode, paidLocalDateTime, amount, currency, exchangeRate };
}

/** Monto: the sum of all paid amounts, in the currency of the payment. */
function amountPaid(documents: readonly PaidDocument[], currency: string): Decimal {
  const amounts = documents.map((document) => {
    const equivalence = equivalenceOf(document, currency);
    const amount = Decimal.from(document.amount);
    if (equivalence.equals(Decimal.one)) return amount;
    return amount.dividedBy(equivalence, quotientDecimals);
  });
  return Decimal.sum(amounts).round(currencyOf(currency)?.decimals ?? 2);
}

function equivalenceOf(document: PaidDocument, currency: string): Decimal {
  if (document.currency === currency) return Decimal.one;
  return Decimal.from(document.exchangeRate ?? '');
}

function doctoOf(document: PaidDocument, currency: string): DoctoInput {
  const decimals = currencyOf(document.currency)?.decimals ?? 2;
  return {
    idDocumento: document.uuid,
    ...(document.series !== undefined && { serie: document.series }),
    ...(document.folio !== undefined && { folio: document.folio }),
    monedaDr: document.currency,
    equivalenciaDr: equivalenceOf(document, currency),
    numParcialidad: document.installment,
    impSaldoAnt: Decimal.from(document.previousBalance).round(decimals),
    impPagado: Decimal.from(document.amount).round(decimals),
    objetoImpDr: document.taxObject,
    taxes: document.taxes.map(({ kind, tax, factor, rate, base }) => ({
      kind,
      impuesto: tax,
      tipoFactor: factor as 'Tasa' | 'Cuota' | 'Exento',
      ...(rate !== undefined && { tasaOCuota: Decimal.from(rate) }),
      base: Decimal.from(base),
    })),
  };
}
