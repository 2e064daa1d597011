import type { commerce } from '@timbre/contract';
import { conflict, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { Contact } from '../store/contacts';
import { quoteEvent } from '../store/quote-events';
import { activeLocations } from '../store/quote-payments';
import { invoiceKeyOf, type Quote } from '../store/quotes';
import { claimReceipts } from '../store/receipt-claims';
import { beginDocument } from '../store/receipt-documents';
import { buyerOf } from './buyer';
import { makeReceipt } from './make-receipt';
import { presentDrift } from './quote-drift';
import { move } from './quote-state';

interface Terms {
  locationId: string | undefined;
  /** The payment form; undefined for a sale on credit. */
  paymentForm?: string;
}

/**
 * Returns the request for the sale of a quote. The caller must have checked that prices and taxes
 * have not changed (`presentDrift`).
 */
const saleOfQuote = (
  { content, acceptance, seller }: Quote,
  { locationId, paymentForm }: Terms,
): commerce.CreateSalesReceiptRequest => ({
  locationId,
  paymentForm,
  customerId: content.customerId,
  payments: [],
  fields: [],
  ...(content.customerId === undefined && { customerName: content.customerName }),
  saleType: paymentForm === undefined ? 'credit' : 'paid',
  items: content.items.map(({ input }) => input),
  settlementTerms: paymentForm === undefined ? content.settlementTerms : undefined,
  invoiceRequested: certain(acceptance, 'acceptance').invoiceRequested,
  seller: seller ?? undefined,
});

/**
 * Creates the receipt of a locked quote and converts the quote.
 * @returns the identifier of the receipt
 * @throws the refusals of makeReceipt
 */
export async function sellQuote(tx: Transaction, quote: Quote, terms: Terms): Promise<string> {
  const { id } = await makeReceipt(tx, saleOfQuote(quote, terms));
  move(tx, quote, 'convert');
  quote.receiptId = id;
  tx.emit(() => quoteEvent('converted', quote));
  return id;
}

/**
 * Creates the receipt of an accepted quote with settlementTerms, if its customer still has credit,
 * and starts the requested invoice. If the customer may no longer buy on credit, the quote waits
 * for its payment. If the receipt cannot be created as accepted, the acceptance itself is refused.
 *
 * - fiscal_drift: prices, taxes or product codes have changed since the quote was published;
 *   publish it again
 * @throws Refusal conflict fiscal_drift, location_resolution_required, and the refusals of
 * `makeReceipt`
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
  const drift = await presentDrift(tx, quote.content, choices[0]);
  if (drift) throw conflict(drift.message, 'fiscal_drift');
  const receiptId = await sellQuote(tx, quote, { locationId: choices[0] });
  if (!certain(quote.acceptance, 'acceptance').invoiceRequested) return;
  await beginInvoice(tx, quote, { receiptId, locationId: choices[0] ?? null });
}

/**
 * Claims the receipt of a quote for the invoice that the buyer requested. The job also stamps this
 * invoice, because the buyer requested it.
 */
async function beginInvoice(
  tx: Transaction,
  { id: quoteId, acceptance }: Quote,
  { receiptId, locationId }: { receiptId: string; locationId: string | null },
): Promise<void> {
  const buyer = certain(certain(acceptance, 'acceptance').fiscalCustomer, 'fiscalCustomer');
  const request = {
    customerId: await buyerOf(tx, buyer),
    cfdiUse: buyer.cfdiUse,
  };
  const id = tx.newId();
  beginDocument(tx, {
    id,
    kind: 'invoice',
    requestKey: invoiceKeyOf(quoteId),
    request,
    locationId,
    skipped: null,
    dueAt: tx.now,
  });
  await claimReceipts(tx, id, [{ receiptId, slot: 'sale' }]);
}
