import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { receiptIdOf, salesReceiptDetailResource } from '../store/sales-receipts';

export const getSalesReceipt = query((read, { documentRef }: commerce.GetSalesReceiptRequest) =>
  read.resource(salesReceiptDetailResource, receiptIdOf(documentRef)),
);
