import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { owedSales, salesMovedLast } from '../store/owed-sales';

/**
 * What is owed of sales on credit, for a caller whose copy may be older than a payment or its reversal: of those that are
 * named, or else of those that were paid or owed again last.
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
