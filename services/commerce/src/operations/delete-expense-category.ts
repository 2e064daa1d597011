import type { commerce } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import {
  ExpenseCategory,
  expenseCategoryResource,
  isCategoryUsed,
} from '../store/expense-categories';

/**
 * Deletes a category, or archives the category if an expense uses it. The name of a deleted
 * category can be used again.
 */
export const deleteExpenseCategory = command(
  async (tx, { categoryId }: commerce.DeleteExpenseCategoryRequest) => {
    const category = await tx.lock(ExpenseCategory, categoryId, expenseCategoryResource.name);
    const isUsed = await isCategoryUsed(tx, category.id);
    if (isUsed) Object.assign(category, { active: false, updatedAt: tx.now });
    else await tx.remove(category);
    return replyValue({ categoryId, deleted: !isUsed });
  },
);
