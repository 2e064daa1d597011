import type { commerce } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { owedPage, presentReceipts } from '../store/owed-documents';

/**
 * Lists all sales receipts in the format of their events, so that the accounts service can rebuild
 * its ledger.
 */
export const listOwedReceipts = query(
  async (
    read,
    { afterId = nilUuid }: commerce.OwedPageRequest,
  ): Promise<commerce.ListOwedReceiptsResponse> => ({
    receipts: await presentReceipts(read, await owedPage(read, 'sales_receipts', afterId)),
  }),
);
