import { commerce } from '@timbre/contract';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { valueAt } from '@timbre/fiscal';
import { postReceipt, reportedReceipt } from '../workflows/post-receipt';
import { postReported, type Reported } from '../workflows/post-reported';

/**
 * Posts the current state of a sales receipt after any of its events. A receipt for a courtesy
 * creates no debt.
 */
export async function onSalesReceipt(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { refund, ...receipt } = readPayload(commerce.SalesReceipt, event.payload);
  await postReceipt(tx, receipt, refund, event.id);
}

/**
 * Posts the receipts of several events in one transaction. All receipts are posted together if each
 * receipt has only one event and all events can be converted to facts. Otherwise the receipts are
 * posted one by one, sorted by reference, because payments and invoices lock receipts in this
 * order. The events of one receipt are posted in their original order.
 */
export async function onSalesReceipts(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  const byReceipt = Map.groupBy(events, ({ aggregateId }) => aggregateId);
  const reported =
    byReceipt.size === events.length ? await reportedReceipts(events, tx) : undefined;
  if (reported) {
    await postReported(tx, reported);
    return;
  }
  for (const id of [...byReceipt.keys()].toSorted()) {
    for (const event of valueAt(byReceipt, id)) await onSalesReceipt(event, tx);
  }
}

/**
 * Returns the facts of the receipts in the events. Returns undefined if `reportedReceipt` returns
 * undefined for any event.
 */
async function reportedReceipts(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<Reported[] | undefined> {
  const reported: Reported[] = [];
  for (const event of events) {
    const receipt = readPayload(commerce.SalesReceipt, event.payload);
    const found = await reportedReceipt(tx, receipt, event.id);
    if (!found) return undefined;
    reported.push(found);
  }
  return reported;
}

export const salesReceiptConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'accounts-receipts', subject: 'commerce.sales_receipt.*', service: 'commerce' },
    onSalesReceipts,
  );
