import { commerce } from '@timbre/contract';
import {
  batchConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { tellReceipt } from '../workflows/tell-receipt';
import { toldBy } from './told-by';

/**
 * Counts sales receipts, whatever happened to them: commerce.sales_receipt.created,
 * commerce.sales_receipt.refunded, commerce.sales_receipt.canceled, commerce.sales_receipt.invoiced,
 * commerce.sales_receipt.global_invoiced and commerce.sales_receipt.reopened.
 */
export async function onSalesReceipt(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  await tellReceipt(tx, toldBy(commerce.SalesReceipt, events));
}

export const salesReceiptConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'reports-receipts', subject: 'commerce.sales_receipt.*', service: 'commerce' },
    onSalesReceipt,
  );
