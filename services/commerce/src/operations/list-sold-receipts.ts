import type { commerce } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { owedPage, presentSales } from '../store/owed-documents';

/** The page is small, because a receipt may have hundreds of lines. */
const pageSize = 20;

/**
 * Lists all sales receipts in the format of their events, from which the reports service
 * recalculates its totals.
 */
export const listSoldReceipts = query(
  async (
    read,
    { afterId = nilUuid }: commerce.OwedPageRequest,
  ): Promise<commerce.ListSoldReceiptsResponse> => ({
    receipts: await presentSales(read, await owedPage(read, 'sales_receipts', afterId, pageSize)),
  }),
);
