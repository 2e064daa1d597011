import { commerce } from '@timbre/contract';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { postReceipt, reportedReceipt } from '../workflows/post-receipt';
import { postReported, type Reported } from '../workflows/post-reported';
import { byDocument, inOrder } from './by-document';

/** Posts the present state of a sales receipt after any event. A courtesy creates no debt. */
export async function onSalesReceipt(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { refund, ...receipt } = readPayload(commerce.SalesReceipt, event.payload);
  await postReceipt(tx, receipt, refund, event.id);
}

/**
 * Posts receipts that wait in one transaction: those of which one event tells the whole as a set, then the others in
 * the order of their references. The events of one receipt stay in their order.
 */
export async function onSalesReceipts(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  const { only, several } = byDocument(events);
  const reported: Reported[] = [];
  const others = [...several];
  for (const event of only) {
    const receipt = readPayload(commerce.SalesReceipt, event.payload);
    const found = await reportedReceipt(tx, receipt, event.id);
    if (found) reported.push(found);
    else others.push(event);
  }
  await postReported(tx, reported);
  for (const event of inOrder(others)) await onSalesReceipt(event, tx);
}

export const salesReceiptConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'accounts-receipts', subject: 'commerce.sales_receipt.*', service: 'commerce' },
    onSalesReceipts,
  );
