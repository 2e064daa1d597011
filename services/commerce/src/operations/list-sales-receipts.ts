import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { salesReceiptList } from '../store/sales-receipts';

/** Lists receipts, the latest business date first, and within a day the last created first. */
export const listSalesReceipts = query(
  (read, { status, page }: commerce.ListSalesReceiptsRequest) =>
    read.page(salesReceiptList, page, status === undefined ? [] : [['r.status = $1', status]]),
);
