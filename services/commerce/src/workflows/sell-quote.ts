import type { commerce } from '@timbre/contract';
import { conflict, type Transaction } from '@timbre/kit';
import { Contact } from '../store/contacts';
import { quoteEvent } from '../store/quote-events';
import { activeLocations } from '../store/quote-payments';
import type { Quote } from '../store/quotes';
import { makeReceipt } from './make-receipt';
import { move } from './quote-state';

interface Terms {
  locationId: string | undefined;
  /** Absent on credit. */
  paymentForm?: string;
}

/** The sale that a quote becomes; a drifted price is found before. */
const saleOfQuote = (
  { content, acceptance, seller }: Quote,
  { locationId, paymentForm }: Terms,
): commerce.CreateSalesReceiptRequest => ({
  ...{ locationId, paymentForm, customerId: content.customerId, payments: [], fields: [] },
  ...(content.customerId === undefined && { customerName: content.customerName }),
  saleType: paymentForm === undefined ? 'credit' : 'paid',
  items: content.items.map(({ input }) => input),
  settlementTerms: paymentForm === undefined ? content.settlementTerms : undefined,
  invoiceRequested: acceptance!.invoiceRequested,
  seller: seller ?? undefined,
});

/**
 * Makes the receipt of a locked quote and converts it.
 * @returns the identifier of the receipt
 * @throws those of makeReceipt
 */
export async function sellQuote(tx: Transaction, quote: Quote, terms: Terms): Promise<string> {
  const { id } = await makeReceipt(tx, saleOfQuote(quote, terms));
  move(tx, quote, 'convert');
  quote.receiptId = id;
  tx.emit(() => quoteEvent('converted', quote));
  return id;
}

/**
 * Makes the receipt of an accepted quote with settlement terms, if its customer still has credit;
 * without credit the quote waits for its payment.
 * @throws Refusal conflict location_resolution_required, and those of makeReceipt
 */
export async function sellOnCredit(tx: Transaction, quote: Quote): Promise<void> {
  const { customerId, locationId, settlementTerms } = quote.content;
  if (!settlementTerms || customerId === undefined) return;
  const customer = await tx.find(Contact, customerId);
  if (!customer?.creditEnabled) return;
  const choices = locationId === undefined ? await activeLocations(tx) : [locationId];
  if (choices.length > 1) {
    const message = 'The quote names no location, and there are several; add one and publish it.';
    throw conflict(message, 'location_resolution_required');
  }
  await sellQuote(tx, quote, { locationId: choices[0] });
}
