import type { commerce } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { owedPage, presentReceipts } from '../store/owed-documents';

/** Every sales receipt, as its events announce it: accounts rebuilds its ledger from them. */
export const listOwedReceipts = query(
  async (
    read,
    { afterId = nilUuid }: commerce.OwedPageRequest,
  ): Promise<commerce.ListOwedReceiptsResponse> => ({
    receipts: await presentReceipts(read, await owedPage(read, 'sales_receipts', afterId)),
  }),
);
