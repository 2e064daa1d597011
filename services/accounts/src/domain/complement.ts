import { Decimal, equivalenceDecimalsMax, isFiscalText } from '@timbre/fiscal';

/** A payment that needs a complement; its amounts are in the currency of the paid documents. */
export interface PaidMoney {
  customerId: string;
  amount: string;
  currency: string;
  formCode: string;
  paidOn: string;
  reference: string | null;
  /**
   * The SAT attribute TipoCambioP: pesos for one unit of the payment's currency; null for pesos.
   */
  exchangeRate: string | null;
  /**
   * The amount of the payment in its own currency, if it differs from the currency of the
   * documents.
   */
  received: { currency: string; amount: string } | null;
}

/** An invoice that a payment covers, with the installment number for the payment complement */
export interface CertifiedInvoice {
  uuid: string;
  amount: string;
  currency: string;
  /** `NumParcialidad` of the payment complement: the number of this payment of the invoice. */
  installment: number;
  /** `ImpSaldoAnt` of the payment complement: the balance of the invoice before this payment. */
  previousBalance: string;
}

/** The draft of a payment complement in fiscal-cfdi. */
export interface ComplementDraft {
  customerId: string;
  /** `MonedaP` of the payment complement: the currency of the payment. */
  currency: string;
  exchangeRate?: string | undefined;
  formCode: string;
  paidLocalDateTime: string;
  operationNumber?: string | undefined;
  documents: (CertifiedInvoice & { exchangeRate?: string | undefined })[];
}

/**
 * The time of day that a complement states if only the day of the payment is known (SAT, guide of Pagos
 * 2.0, FechaPago).
 */
const unknownHour = 'T12:00:00';

/** Returns the draft of the complement of a payment, with all invoices that the payment covers. */
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
    operationNumber: reference && isFiscalText(reference, 100) ? reference : undefined,
    documents: invoices.map((invoice) => ({ ...invoice, exchangeRate: equivalence })),
  };
}

/**
 * Refusal codes for a draft that is outdated because another complement of the same invoices was made
 * first. These refusal codes mean that the installment number and the previous balance have
 * changed, or that they are unknown until the other complement is stamped.
 */
const overtaken = ['installment_not_next', 'previous_balance_mismatch', 'payment_being_stamped'];

/** Whether a refused complement can be drafted again with current data of its invoices */
export const isOvertaken = (issues: readonly { code?: string | undefined }[]): boolean =>
  issues.length > 0 && issues.every(({ code }) => overtaken.includes(code ?? ''));
