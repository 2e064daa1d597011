import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { owedSales, salesMovedLast } from '../store/owed-sales';

/**
 * Returns the balances of sales on credit: either the sales that the request names, or the sales whose
 * balances changed last. The caller's copy of the balances of sales may not include the last
 * payment or reversal.
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
