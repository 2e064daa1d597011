import type { Item, SaleTotals } from '@timbre/items';
import type { QuoteItem } from './quote';

/**
 * The status of applying a payment; a `failed` or `conflict` payment waits until a person corrects
 * the cause and retries.
 */
export type ApplicationStatus = 'pending' | 'processing' | 'applied' | 'failed' | 'conflict';

export type ApplicationError =
  | 'payment_form_required'
  | 'fiscal_drift'
  | 'location_resolution_required'
  | 'duplicate_payment'
  | 'application_failed';

export type InvoiceStatus = 'pending' | 'processing' | 'issued' | 'failed';

/** The reason why a payment was not applied. */
export interface ApplicationFault {
  code: ApplicationError;
  message: string;
}

/**
 * The advice about a second payment of a quote. The page shows the advice next to the amount and
 * the identifier of the payment.
 */
export const duplicateAdvice =
  'Another payment of this quote came first. Give this amount back outside Timbre, with its paymentId as ' +
  'the reference; no receipt and no invoice is made of it, and it stays listed here as a proof.';

/**
 * Returns the status of a payment with this error. A difference between the quote and the payment
 * is a conflict; any other error is a failure.
 */
export const statusOf = (code: ApplicationError): 'failed' | 'conflict' =>
  code === 'fiscal_drift' || code === 'duplicate_payment' ? 'conflict' : 'failed';

/** A payment together with the relevant fields of its quote. */
interface Applied {
  amount: string;
  paymentForm: string | undefined;
  accepted: SaleTotals;
  /** The number of active locations, if the quote names no location. */
  choices: number;
}

/**
 * Returns the first error of a payment before its receipt is created.
 *
 * - payment_form_required: the payment has no form of payment
 * - location_resolution_required: the quote names no location, but the organization has several; name one
 * - fiscal_drift: the amount is not the total that the customer accepted, for example because a price or a
 *   tax rate has changed
 */
export function paymentFault(payment: Applied): ApplicationFault | undefined {
  const { amount, paymentForm, accepted, choices } = payment;
  if (paymentForm === undefined) {
    const message = 'Try again with paymentForm, which is missing.';
    return { code: 'payment_form_required', message };
  }
  if (choices > 1) {
    const message = 'Try again with locationId: the quote names none, and there are several.';
    return { code: 'location_resolution_required', message };
  }
  if (amount === accepted.total) return undefined;
  const message = `The payment is ${amount}; the accepted total is ${accepted.total}.`;
  return { code: 'fiscal_drift', message };
}

/**
 * Returns the error `fiscal_drift` if the current charge differs from the accepted charge because a
 * product or a tax rate has changed.
 */
export function driftOf(
  offered: readonly QuoteItem[],
  accepted: SaleTotals,
  present: { items: readonly Item[]; totals: SaleTotals },
): ApplicationFault | undefined {
  const isSame =
    factsOf(offered) === factsOf(present.items) && textOf(accepted) === textOf(present.totals);
  if (isSame) return undefined;
  const message = 'Prices, taxes or product keys are not what was accepted; see the products.';
  return { code: 'fiscal_drift', message };
}

const factsOf = (items: readonly Item[]): string =>
  items
    .map(({ satProductCode, satUnitCode, taxability = '', taxRate = '', taxObject = '' }) =>
      [satProductCode, satUnitCode, taxability, taxRate, taxObject].join(),
    )
    .join(';');

/**
 * Converts totals to a text with sorted members, so that two totals can be compared: stored totals
 * can have their members in another order.
 */
function textOf({ subtotal, discount = '0', taxes, total, taxBreakdown }: SaleTotals): string {
  const lines = taxBreakdown.map(({ label, rate, base, amount }) => [label, rate, base, amount]);
  return JSON.stringify([subtotal, discount, taxes, total, lines]);
}
