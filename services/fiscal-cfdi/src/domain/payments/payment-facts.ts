import { creditNoteFacts } from '../invoices/credit-note';
import type { Draft, PaymentFacts } from '../drafting/draft';
import { incomeFacts } from '../invoices/income-payment';

/** The kinds without a payment of their own: nothing in the columns of the summary. */
const none: { [Fact in keyof PaymentFacts]: null } = {
  paymentTiming: null,
  formCode: null,
  methodCode: null,
  dueDate: null,
  conditions: null,
  settlementTerms: null,
};

/** How a document that breaks no rule is paid, for its summary; only I and E have a payment. */
export function paymentFacts({ kind, input }: Pick<Draft, 'kind' | 'input'>) {
  if (kind === 'income') return incomeFacts(input.payment);
  return kind === 'credit_note' ? creditNoteFacts(input.creditNote) : none;
}
