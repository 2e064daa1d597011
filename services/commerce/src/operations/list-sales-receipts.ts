import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { salesReceiptList } from '../store/sales-receipts';

/**
 * Lists receipts, the latest business date first; receipts of one day are sorted by creation, the
 * newest first.
 */
export const listSalesReceipts = query(
  (read, { status, page }: commerce.ListSalesReceiptsRequest) =>
    read.page(salesReceiptList, page, status === undefined ? [] : [['r.status = $1', status]]),
);
