import { commerce } from '@timbre/contract';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { postReceipt } from '../workflows/post-receipt';

/** Posts the present state of a sales receipt after any event. A courtesy creates no debt. */
export async function onSalesReceipt(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { refund, ...receipt } = readPayload(commerce.SalesReceipt, event.payload);
  await postReceipt(tx, receipt, refund, event.id);
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

export const salesReceiptConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'accounts-receipts', subject: 'commerce.sales_receipt.*', service: 'commerce' },
    onSalesReceipts,
  );
