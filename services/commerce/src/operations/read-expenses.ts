import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { presentExpenses } from '../store/owed-documents';

/** Expenses as their events announce them; unknown and deleted ones are left out. */
export const readExpenses = query(
  async (
    read,
    { expenseIds }: commerce.ReadExpensesRequest,
  ): Promise<commerce.ReadExpensesResponse> => ({
    expenses: await presentExpenses(read, expenseIds),
  }),
);
