import type { commerce } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { owedPage, presentSales } from '../store/owed-documents';

/** A receipt may have hundreds of lines. */
const pageSize = 20;

/** Every sales receipt, as its events announce it: reports count their facts again from them. */
export const listSoldReceipts = query(
  async (
    read,
    { afterId = nilUuid }: commerce.OwedPageRequest,
  ): Promise<commerce.ListSoldReceiptsResponse> => ({
    receipts: await presentSales(read, await owedPage(read, 'sales_receipts', afterId, pageSize)),
  }),
);
