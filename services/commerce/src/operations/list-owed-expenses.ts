import type { commerce } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { owedPage, presentExpenses } from '../store/owed-documents';

/**
 * Lists all expenses in the format of their events, so that the accounts service can rebuild its
 * ledger.
 */
export const listOwedExpenses = query(
  async (
    read,
    { afterId = nilUuid }: commerce.OwedPageRequest,
  ): Promise<commerce.ListOwedExpensesResponse> => ({
    expenses: await presentExpenses(read, await owedPage(read, 'expenses', afterId)),
  }),
);
