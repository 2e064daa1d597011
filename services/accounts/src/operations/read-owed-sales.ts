import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { owedSales, salesMovedLast } from '../store/owed-sales';

/**
 * Returns the balances of sales on credit, for a caller whose copy may miss a payment or a reversal: the
 * named sales, or the sales that were paid or reopened last.
 */
export const readOwedSales = query(
  async (
    read,
    { documentRefs }: accounts.ReadOwedSalesRequest,
  ): Promise<accounts.ReadOwedSalesResponse> => {
    const named = documentRefs.map((ref) => ref.toLowerCase());
    return { sales: await owedSales(read, named.length > 0 ? named : await salesMovedLast(read)) };
  },
);
