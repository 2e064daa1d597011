import type { commerce } from '@timbre/contract';
import { applyPatch, command, replyWith } from '@timbre/kit';
import {
  ExpenseCategory,
  expenseCategoryResource,
  expenseCategoryTexts,
} from '../store/expense-categories';

export const updateExpenseCategory = command(
  async (tx, request: commerce.UpdateExpenseCategoryRequest) => {
    const { categoryId, fields = {}, cleared } = request;
    const category = await tx.lock(ExpenseCategory, categoryId, expenseCategoryResource.name);
    applyPatch(category, fields, cleared);
    Object.assign(category, expenseCategoryTexts(category), { updatedAt: tx.now });
    return replyWith(expenseCategoryResource, category.id);
  },
);
