import { Decimal, equivalenceDecimalsMax, isFiscalText } from '@timbre/fiscal';

/** A payment that needs a complement; amounts are in the currency of its documents. */
export interface PaidMoney {
  customerId: string;
  amount: string;
  currency: string;
  formCode: string;
  paidOn: string;
  reference: string | null;
  /** TipoCambioP, pesos for one unit of the currency of the money; null for pesos. */
  exchangeRate: string | null;
  /** The money as it came, if in another currency than the documents. */
  received: { currency: string; amount: string } | null;
}

/** An invoice that the payment covers, with its place in the row of its complements. */
export interface CertifiedInvoice {
  uuid: string;
  amount: string;
  currency: string;
  /** NumParcialidad. */
  installment: number;
  /** ImpSaldoAnt. */
  previousBalance: string;
}

/** The draft of a payment complement. */
export interface ComplementDraft {
  customerId: string;
  /** MonedaP. */
  currency: string;
  exchangeRate?: string | undefined;
  formCode: string;
  paidLocalDateTime: string;
  operationNumber?: string | undefined;
  documents: (CertifiedInvoice & { exchangeRate?: string | undefined })[];
}

/** The hour that is printed if only the day of a payment is known (SAT, guide of Pagos 2.0, FechaPago). */
const unknownHour = 'T12:00:00';

/** The payment complement of a payment, with all invoices that it covers. */
export function complementDraft(
  payment: PaidMoney,
  invoices: readonly CertifiedInvoice[],
): ComplementDraft {
  const { customerId, formCode, paidOn, reference, exchangeRate, received } = payment;
  const amount = Decimal.from(payment.amount);
  const equivalence = received
    ? amount.dividedBy(Decimal.from(received.amount), equivalenceDecimalsMax).trimmed().toString()
    : undefined;
  return {
    customerId,
    formCode,
    currency: received?.currency ?? payment.currency,
    exchangeRate: exchangeRate ?? undefined,
    paidLocalDateTime: `${paidOn}${unknownHour}`,
    operationNumber: isFiscalText(reference ?? undefined, 100) ? reference! : undefined,
    documents: invoices.map((invoice) => ({ ...invoice, exchangeRate: equivalence })),
  };
}

/**
 * Codes of a draft that another complement of its invoices has overtaken: the installment number and the
 * previous balance have changed, or are unknown until the other complement is stamped.
 */
const overtaken = ['installment_not_next', 'previous_balance_mismatch', 'payment_being_stamped'];

/** Whether a refused complement only has to be drafted again from the present state of its invoices. */
export const isOvertaken = (issues: readonly { code?: string | undefined }[]): boolean =>
  issues.length > 0 && issues.every(({ code }) => overtaken.includes(code ?? ''));
