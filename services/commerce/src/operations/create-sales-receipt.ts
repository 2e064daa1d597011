import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { salesReceiptDetailResource } from '../store/sales-receipts';
import { makeReceipt, makeReceiptAtOnce } from '../workflows/make-receipt';
import type { PageProviders } from '../workflows/public-links';

export const createSalesReceipt = command(
  async (tx, request: commerce.CreateSalesReceiptRequest, providers: PageProviders) =>
    replyWith(salesReceiptDetailResource, (await makeReceipt(tx, request, providers)).id),
  makeReceiptAtOnce,
);
