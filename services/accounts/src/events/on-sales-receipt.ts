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

/** Posts the present state of a sales receipt after any event. A courtesy creates no debt. */
export async function onSalesReceipt(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { refund, ...receipt } = readPayload(commerce.SalesReceipt, event.payload);
  await postReceipt(tx, receipt, refund, event.id);
}

/**
 * Posts waiting receipts in one transaction. They are a set if each event is the only one of its receipt and reports
 * nothing beside it. Otherwise they are posted one by one in the order of their references, in which payments and
 * invoices lock them too; the events of one receipt stay in their order.
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
    for (const event of byReceipt.get(id)!) await onSalesReceipt(event, tx);
  }
}

/** The receipts of the events for the ledger; undefined if `reportedReceipt` leaves one of them out. */
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
