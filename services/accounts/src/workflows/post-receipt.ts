import type { commerce } from '@timbre/contract';
import { certain, documentRef } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { factsOfReceipt, factsOfRefund, type AnnouncedReceipt } from '../domain/facts';
import { owedByOf } from '../store/documents';
import { postFacts } from './post-facts';
import type { Reported } from './post-reported';

/**
 * Posts the current state of a sales receipt, and the refund that its event may contain. A receipt
 * for a courtesy creates no debt.
 * @param source names the event or request that reported the receipt
 */
export async function postReceipt(
  tx: Transaction,
  receipt: AnnouncedReceipt,
  refund: commerce.SalesReceiptRefund | undefined,
  source: string,
): Promise<void> {
  if (receipt.saleType === 'courtesy') return;
  const facts = factsOfReceipt(receipt, await invoiceOf(tx, receipt));
  await postFacts(tx, facts, source);
  if (!refund) return;
  await postFacts(tx, factsOfRefund(refund, facts, facts.owedBy), `${source}:refund`);
}

/**
 * Returns the facts that a receipt event states. Returns undefined if the event also reports a
 * refund, or if the sale is a courtesy.
 */
export async function reportedReceipt(
  tx: Transaction,
  receipt: AnnouncedReceipt & { refund?: unknown },
  source: string,
): Promise<Reported | undefined> {
  if (receipt.refund !== undefined || receipt.saleType === 'courtesy') return undefined;
  return { facts: factsOfReceipt(receipt, await invoiceOf(tx, receipt)), source };
}

/** Posts the current state that a receipt has in commerce, with all its refunds. */
export async function postPresentReceipt(
  tx: Transaction,
  { receipt: known, refunds }: commerce.OwedReceipt,
  source: string,
): Promise<void> {
  const receipt = certain(known, 'receipt');
  await postReceipt(tx, receipt, undefined, source);
  if (receipt.saleType === 'courtesy') return;
  const facts = factsOfReceipt(receipt, null);
  for (const { invoiceCfdiId, ...refund } of refunds) {
    const invoice = invoiceCfdiId === undefined ? null : documentRef('cfdi', invoiceCfdiId);
    await postFacts(tx, factsOfRefund(refund, facts, invoice), `${source}:${refund.refundId}`);
  }
}

/** Returns the stored invoice of a receipt; used if an event does not name the invoice. */
async function invoiceOf(tx: Transaction, receipt: AnnouncedReceipt): Promise<string | null> {
  const { status, saleType, invoiceCfdiId, receiptId } = receipt;
  const isTakenOver = status === 'invoiced' && saleType === 'credit';
  if (!isTakenOver || invoiceCfdiId !== undefined) return null;
  return owedByOf(tx, documentRef('sales_receipt', receiptId));
}
