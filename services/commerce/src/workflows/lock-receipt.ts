import type { Transaction } from '@timbre/kit';
import {
  linesOfReceipts,
  receiptIdOf,
  SalesReceipt,
  salesReceiptResource,
  type SalesReceiptLine,
} from '../store/sales-receipts';

/**
 * Reads and locks a receipt with its lines, in their order.
 * @throws Refusal not_found
 */
export async function lockReceipt(
  tx: Transaction,
  documentRef: string,
): Promise<{ receipt: SalesReceipt; lines: SalesReceiptLine[] }> {
  const id = receiptIdOf(documentRef);
  const receipt = await tx.lock(SalesReceipt, id, salesReceiptResource.name);
  return { receipt, lines: await linesOfReceipts(tx, [receipt.id]) };
}
