import type { commerce } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import {
  ExpenseCategory,
  expenseCategoryResource,
  isCategoryUsed,
} from '../store/expense-categories';

/** A category that an expense names is archived instead. Else another category may then use its name. */
export const deleteExpenseCategory = command(
  async (tx, { categoryId }: commerce.DeleteExpenseCategoryRequest) => {
    const category = await tx.lock(ExpenseCategory, categoryId, expenseCategoryResource.name);
    const isUsed = await isCategoryUsed(tx, category.id);
    if (isUsed) Object.assign(category, { active: false, updatedAt: tx.now });
    else await tx.remove(category);
    return replyValue({ categoryId, deleted: !isUsed });
  },
);
