import { computePayment, type Comprobante, type DoctoInput, type PagoInput } from '@timbre/cfdi';
import { currency as currencyOf, Decimal, parseLocalDateTime } from '@timbre/fiscal';
import { documentHeader } from '../drafting/document-header';
import type { Draft, Issuance, PaidDocument } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { paymentUse, receptorOf } from '../drafting/receiver';
import {
  amountOf,
  amountPaid,
  documentsOf,
  equivalenceOf,
  paymentsOf,
  type Payment,
} from './payments-of';

/** Builds the payment complement (type P, Pagos 2.0) of a draft, with the payments of one customer. */
export function paymentComplementComprobante(
  draft: Draft,
  profile: Profile,
  issuance: Issuance,
): Comprobante {
  const { input, customer, paidDocuments } = draft;
  if (!customer || !input.complement || !paidDocuments) {
    throw new RangeError('a payment complement has a customer and what he paid');
  }
  const { exportacion: _, ...header } = documentHeader(draft, profile, issuance);
  return computePayment({
    ...header,
    receptor: receptorOf(customer, paymentUse, profile),
    pagos: paymentsOf(input).map((payment, position) =>
      pagoOf(payment, documentsOf(paidDocuments, position), issuance),
    ),
  });
}

function pagoOf(
  payment: Payment,
  documents: readonly PaidDocument[],
  { fecha }: Issuance,
): PagoInput {
  const { currency, exchangeRate, payerBank, payeeBank, paymentChain } = payment;
  return {
    fechaPago: parseLocalDateTime(payment.paidLocalDateTime ?? '') ?? fecha,
    formaDePagoP: payment.formCode,
    monedaP: currency,
    tipoCambioP: currency === 'MXN' ? Decimal.one : Decimal.from(exchangeRate ?? ''),
    monto: amountPaid(documents, currency),
    ...present('numOperacion', payment.operationNumber),
    ...present('rfcEmisorCtaOrd', payerBank?.rfc),
    ...present('nomBancoOrdExt', payerBank?.name),
    ...present('ctaOrdenante', payerBank?.account),
    ...present('rfcEmisorCtaBen', payeeBank?.rfc),
    ...present('ctaBeneficiario', payeeBank?.account),
    ...present('tipoCadPago', paymentChain?.type),
    ...present('certPago', paymentChain?.certificate),
    ...present('cadPago', paymentChain?.chain),
    ...present('selloPago', paymentChain?.seal),
    doctoRelacionado: documents.map((document) => doctoOf(document, currency)),
  };
}

const present = <Key extends string>(key: Key, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [K in Key]?: string };

function doctoOf(document: PaidDocument, currency: string): DoctoInput {
  const decimals = currencyOf(document.currency, 'latest')?.decimals ?? 2;
  return {
    idDocumento: document.uuid,
    ...present('serie', document.series),
    ...present('folio', document.folio),
    monedaDr: document.currency,
    equivalenciaDr: equivalenceOf(document, currency),
    numParcialidad: document.installment,
    impSaldoAnt: Decimal.from(document.previousBalance).round(decimals),
    impPagado: amountOf(document),
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
