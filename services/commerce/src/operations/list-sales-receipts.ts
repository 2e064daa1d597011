import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { salesReceiptList } from '../store/sales-receipts';

/**
 * Lists receipts by business date, latest first; receipts of the same day are sorted by creation,
 * newest first.
 */
export const listSalesReceipts = query(
  (read, { status, page }: commerce.ListSalesReceiptsRequest) =>
    read.page(salesReceiptList, page, status === undefined ? [] : [['r.status = $1', status]]),
);
