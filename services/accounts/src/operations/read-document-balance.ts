import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { balanceOfDocument } from '../store/standing-events';

/** Answers what is owed of a document, for a caller whose copy may be older than the last payment. */
export const readDocumentBalance = query(
  async (
    read,
    { documentRef }: accounts.ReadDocumentBalanceRequest,
  ): Promise<accounts.ReadDocumentBalanceResponse> => ({
    balance: await balanceOfDocument(read, documentRef.toLowerCase()),
  }),
);
