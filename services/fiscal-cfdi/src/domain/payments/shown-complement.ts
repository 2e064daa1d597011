import { Decimal, documentRef, taxNameOf } from '@timbre/fiscal';
import type { Draft, PaidDocument, PaidTax, PaymentOfComplement } from '../drafting/draft';
import { complementFacts, documentsOf } from './payments-of';

/**
 * Returns the payments of a draft in the shape of the document's detail; undefined for a draft of another
 * kind.
 */
export function shownComplement({ input, paidDocuments }: Draft) {
  const facts = complementFacts(input, paidDocuments);
  if (!facts) return undefined;
  const { additionalPayments = [], ...first } = facts;
  const shown = (payment: PaymentOfComplement, position: number) => ({
    ...payment,
    amount: { amount: Decimal.from(payment.amount).toNumber(), currency: payment.currency },
    currency: undefined,
    exchangeRate: Decimal.from(payment.exchangeRate).toNumber(),
    documents: documentsOf(paidDocuments, position).map(shownDocument),
  });
  const further = additionalPayments.map((payment, index) => shown(payment, index + 1));
  return { ...shown(first, 0), ...(further.length > 0 && { additionalPayments: further }) };
}

function shownDocument(document: PaidDocument) {
  const { invoice, uuid, series, folio, currency, exchangeRate, installment } = document;
  const previousBalance = Decimal.from(document.previousBalance);
  const amount = Decimal.from(document.amount);
  return {
    ...(invoice && { documentRef: documentRef('cfdi', invoice.cfdiId) }),
    uuid,
    series,
    folio,
    currency,
    exchangeRate: exchangeRate === undefined ? undefined : Decimal.from(exchangeRate).toNumber(),
    installment,
    previousBalance: previousBalance.toNumber(),
    amount: amount.toNumber(),
    remainingBalance: previousBalance.minus(amount).toNumber(),
    taxes: shownTaxes(document.taxObject, document.taxes),
  };
}

/** Returns the taxes of a paid invoice in the form of a draft's input. */
export const shownTaxes = (taxObject: string, taxes: readonly PaidTax[]) => ({
  taxObject,
  entries: taxes.map(({ kind, tax, factor, rate = '0', base }) => ({
    base: Decimal.from(base).toNumber(),
    type: taxNameOf(tax),
    rate: Decimal.from(rate).toNumber(),
    factor,
    withholding: kind === 'retencion',
  })),
});
