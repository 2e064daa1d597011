import { creditNoteFacts } from '../invoices/credit-note';
import type { Draft, PaymentFacts } from '../drafting/draft';
import { incomeFacts } from '../invoices/income-payment';

/** The values of the payment columns for kinds of documents without a payment. */
const none: { [Fact in keyof PaymentFacts]: null } = {
  paymentTiming: null,
  formCode: null,
  methodCode: null,
  dueDate: null,
  conditions: null,
  settlementTerms: null,
};

/**
 * Returns the values of the payment columns for a valid document. Only income documents and credit notes
 * have values in these columns.
 */
export function paymentFacts({ kind, input }: Pick<Draft, 'kind' | 'input'>) {
  if (kind === 'income') return incomeFacts(input.payment);
  return kind === 'credit_note' ? creditNoteFacts(input.creditNote) : none;
}
