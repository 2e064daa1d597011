import type { commerce } from '@timbre/contract';
import { byIdentifier, query } from '@timbre/kit';
import { receiptIdOf, SalesReceipt, salesReceiptResource } from '../store/sales-receipts';
import { salesReceiptRefundList } from '../store/sales-receipt-refunds';

export const listSalesReceiptRefunds = query(
  async (read, { documentRef, page }: commerce.ListSalesReceiptRefundsRequest) => {
    const { id } = await read.get(
      SalesReceipt,
      receiptIdOf(documentRef),
      salesReceiptResource.name,
    );
    return read.page(salesReceiptRefundList, page, byIdentifier('r.receipt_id', id));
  },
);
