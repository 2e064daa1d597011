import { commerce } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { tellReceipt } from '../workflows/tell-receipt';

/**
 * Counts a sales receipt, whatever happened to it: commerce.sales_receipt.created,
 * commerce.sales_receipt.refunded, commerce.sales_receipt.canceled, commerce.sales_receipt.invoiced,
 * commerce.sales_receipt.global_invoiced and commerce.sales_receipt.reopened.
 */
export async function onSalesReceipt(event: ReceivedEvent, tx: Transaction): Promise<void> {
  await tellReceipt(tx, readPayload(commerce.SalesReceipt, event.payload), event.occurredAt);
}

export const salesReceiptConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'reports-receipts', subject: 'commerce.sales_receipt.*', service: 'commerce' },
    onSalesReceipt,
  );
