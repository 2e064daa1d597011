import { Refusal, type Run, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { paymentFault, statusOf, type ApplicationFault } from '../domain/quote-payment';
import { activeLocations, QuotePayment } from '../store/quote-payments';
import { Quote, quoteResource } from '../store/quotes';
import { claimPayment } from './claim-payment';
import { presentDrift } from './quote-drift';
import { sellQuote } from './sell-quote';

/**
 * Applies a due payment: claims the payment, then creates the receipt and converts the quote in one
 * commit. The invoice of the quote is a separate step (invoice-quote.ts). An error that a person
 * can correct is stored with the payment; any other error is retried.
 * @returns whether this worker claimed the payment
 */
export async function applyQuotePayment(run: Run, id: string): Promise<boolean> {
  if (!(await run.step((tx) => claimPayment(tx, id, 'applicationStatus')))) return false;
  try {
    await run.step((tx) => apply(tx, id));
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    await run.step((tx) => keepFault(tx, id, fault));
  }
  return true;
}

/** Rolls back the application of a payment because of an error that a person must correct. */
class Fault extends Error {
  constructor(readonly fault: ApplicationFault) {
    super(fault.message);
  }
}

/**
 * Returns the error that a person must correct; undefined for an internal error.
 *
 * - application_failed: the payment was received, but no receipt could be made from the quote;
 *   applicationError has the reason
 */
function faultOf(error: unknown): ApplicationFault | undefined {
  if (error instanceof Fault) return error.fault;
  const isOurs = !(error instanceof Refusal) || error.details.retryable === true;
  return isOurs ? undefined : { code: 'application_failed', message: causeOf(error) };
}

/** Returns the message of a refusal together with the messages of its issues. */
const causeOf = ({ message, details: { issues = [] } }: Refusal): string =>
  [message, ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)].join(' ');

async function apply(tx: Transaction, id: string): Promise<void> {
  const { quoteId } = await tx.get(QuotePayment, id, 'payment');
  const quote = await tx.lock(Quote, quoteId, quoteResource.name);
  const payment = await tx.lock(QuotePayment, id, 'payment');
  if (payment.applicationStatus !== 'processing') return;
  const locationId = await checked(tx, quote, payment);
  const terms = { locationId, paymentForm: certain(payment.paymentForm, 'paymentForm') };
  payment.receiptId = await sellQuote(tx, quote, terms);
  payment.applicationStatus = 'applied';
  const isInvoiced = certain(quote.acceptance, 'acceptance').invoiceRequested;
  payment.invoiceStatus = isInvoiced ? 'pending' : null;
  payment.dueAt = isInvoiced ? tx.now : null;
  payment.updatedAt = tx.now;
}

/**
 * Checks a payment of a quote before its receipt is created.
 * @returns the location of the sale
 * @throws Fault
 */
async function checked(
  tx: Transaction,
  { content, acceptance }: Quote,
  payment: QuotePayment,
): Promise<string | undefined> {
  const accepted = certain(acceptance, 'acceptance').fiscalTotals;
  const named = content.locationId ?? payment.locationId ?? undefined;
  const choices = named === undefined ? await activeLocations(tx) : [named];
  const { amount, paymentForm } = payment;
  const given = { amount, paymentForm: paymentForm ?? undefined, accepted };
  const fault = paymentFault({ ...given, choices: choices.length });
  if (fault) throw new Fault(fault);
  const [locationId] = choices;
  const drift = await presentDrift(tx, content, locationId);
  if (drift) throw new Fault(drift);
  return locationId;
}

async function keepFault(
  tx: Transaction,
  id: string,
  { code, message }: ApplicationFault,
): Promise<void> {
  const payment = await tx.lock(QuotePayment, id, 'payment');
  if (payment.applicationStatus !== 'processing') return;
  payment.applicationStatus = statusOf(code);
  payment.applicationErrorCode = code;
  payment.applicationError = message;
  payment.dueAt = null;
  payment.updatedAt = tx.now;
}
