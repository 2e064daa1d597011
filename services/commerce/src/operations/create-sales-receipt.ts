import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { salesReceiptDetailResource } from '../store/sales-receipts';
import { makeReceipt, makeReceiptAtOnce } from '../workflows/make-receipt';

export const createSalesReceipt = command(
  async (tx, request: commerce.CreateSalesReceiptRequest) =>
    replyWith(salesReceiptDetailResource, (await makeReceipt(tx, request)).id),
  makeReceiptAtOnce,
);
