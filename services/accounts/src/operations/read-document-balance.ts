import type { accounts } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { query } from '@timbre/kit';
import { balanceOfDocument } from '../store/balance-events';

/**
 * Returns the open balance of a document, for a caller whose copy may be older than the last
 * payment. A text that is not a reference of a document has no balance.
 */
export const readDocumentBalance = query(
  async (
    read,
    { documentRef }: accounts.ReadDocumentBalanceRequest,
  ): Promise<accounts.ReadDocumentBalanceResponse> => {
    const ref = documentRef.toLowerCase();
    return { balance: parseDocumentRef(ref) ? await balanceOfDocument(read, ref) : undefined };
  },
);
