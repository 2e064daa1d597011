import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { salesReceiptList } from '../store/sales-receipts';

/** The latest business date first, and of one day the last created first. */
export const listSalesReceipts = query(
  (read, { status, page }: commerce.ListSalesReceiptsRequest) =>
    read.page(salesReceiptList, page, status === undefined ? [] : [['r.status = $1', status]]),
);
