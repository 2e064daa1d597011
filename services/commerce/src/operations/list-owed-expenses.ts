import type { commerce } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { owedPage, presentExpenses } from '../store/owed-documents';

/** Every expense, as its events announce it: accounts rebuilds its ledger from them. */
export const listOwedExpenses = query(
  async (
    read,
    { afterId = nilUuid }: commerce.OwedPageRequest,
  ): Promise<commerce.ListOwedExpensesResponse> => ({
    expenses: await presentExpenses(read, await owedPage(read, 'expenses', afterId)),
  }),
);
