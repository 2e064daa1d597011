import type { commerce } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import { ExpenseCategory, expenseCategoryResource } from '../store/expense-categories';

/** Another category may then use its name. */
export const deleteExpenseCategory = command(
  async (tx, { categoryId }: commerce.DeleteExpenseCategoryRequest) => {
    const category = await tx.lock(ExpenseCategory, categoryId, expenseCategoryResource.name);
    await tx.remove(category);
    return replyValue({ categoryId, deleted: true });
  },
);
