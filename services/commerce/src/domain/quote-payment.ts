import type { Item, SaleTotals } from '@timbre/items';
import type { QuoteItem } from './quote';

/** `failed` and `conflict` wait for somebody to mend their cause and try again. */
export type ApplicationStatus = 'pending' | 'processing' | 'applied' | 'failed' | 'conflict';

export type ApplicationError =
  | 'payment_form_required'
  | 'fiscal_drift'
  | 'location_resolution_required'
  | 'duplicate_payment'
  | 'application_failed';

export type InvoiceStatus = 'pending' | 'processing' | 'issued' | 'failed';

/** Why a payment was not applied. */
export interface ApplicationFault {
  code: ApplicationError;
  message: string;
}

/** Advice about money that came twice; the payment beside it has the amount and its identifier. */
export const duplicateAdvice =
  'Another payment of this quote came first. Give this amount back outside Timbre, with its paymentId as ' +
  'the reference; no receipt and no invoice is made of it, and it stays listed here as a proof.';

/** A difference between the quote and the money is a conflict; anything else is a failure. */
export const statusOf = (code: ApplicationError): 'failed' | 'conflict' =>
  code === 'fiscal_drift' || code === 'duplicate_payment' ? 'conflict' : 'failed';

/** The quote to which a payment is applied. */
interface Applied {
  amount: string;
  paymentForm: string | undefined;
  accepted: SaleTotals;
  /** The active locations, if the quote names none. */
  choices: number;
}

/**
 * The first fault of a payment before its receipt is made.
 * - payment_form_required: nobody said how it was paid
 * - location_resolution_required: the quote names no location, and there are several
 * - fiscal_drift: the money is not what was accepted
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
 * fiscal_drift: the present charge differs from the accepted one, because a product or a rate has changed
 * since.
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

/** Stored totals have their members in another order. */
function textOf({ subtotal, discount = '0', taxes, total, taxBreakdown }: SaleTotals): string {
  const lines = taxBreakdown.map(({ label, rate, base, amount }) => [label, rate, base, amount]);
  return JSON.stringify([subtotal, discount, taxes, total, lines]);
}
