import type { accounts } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { query } from '@timbre/kit';
import { balanceOfDocument } from '../store/balance-events';

/**
 * Returns the open balance of a document to a service whose copy of the balance may be older than
 * the last payment. Returns no balance if the given text is not a document reference.
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
