import { commerce } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { factsOfReceipt, factsOfRefund, type AnnouncedReceipt } from '../domain/facts';
import { owedByOf } from '../store/documents';
import { postFacts } from '../workflows/post-facts';

/**
 * Posts the state of a sales receipt: commerce.sales_receipt.created, commerce.sales_receipt.refunded,
 * commerce.sales_receipt.invoiced, commerce.sales_receipt.reopened and commerce.sales_receipt.canceled.
 * A courtesy is owed by nobody.
 */
export async function onSalesReceipt(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { refund, ...receipt } = readPayload(commerce.SalesReceipt, event.payload);
  if (receipt.saleType === 'courtesy') return;
  const facts = factsOfReceipt(receipt, await invoiceOf(tx, receipt));
  await postFacts(tx, facts, event.id);
  if (!refund) return;
  await postFacts(tx, factsOfRefund(refund, facts, facts.owedBy), `${event.id}:refund`);
}

/**
 * Posts receipts that wait in one transaction, in the order of their references, in which payments and
 * invoices lock them too; the events of one receipt stay in their order.
 */
export async function onSalesReceipts(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  const byReceipt = Map.groupBy(events, ({ aggregateId }) => aggregateId);
  for (const id of [...byReceipt.keys()].toSorted()) {
    for (const event of byReceipt.get(id)!) await onSalesReceipt(event, tx);
  }
}

/** The invoice that owes a receipt, as it is known, for events that do not name it. */
async function invoiceOf(tx: Transaction, receipt: AnnouncedReceipt): Promise<string | null> {
  const { status, invoiceCfdiId, receiptId } = receipt;
  if (status !== 'invoiced' || invoiceCfdiId !== undefined) return null;
  return owedByOf(tx, documentRef('sales_receipt', receiptId));
}

export const salesReceiptConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'accounts-receipts', subject: 'commerce.sales_receipt.*', service: 'commerce' },
    onSalesReceipts,
  );
