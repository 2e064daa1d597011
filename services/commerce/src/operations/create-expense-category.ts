import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import {
  ExpenseCategory,
  expenseCategoryResource,
  expenseCategoryTexts,
} from '../store/expense-categories';

export const createExpenseCategory = command(
  async (tx, request: commerce.CreateExpenseCategoryRequest) => {
    const fields = request.fields ?? {};
    const id = tx.add(ExpenseCategory, {
      ...fields,
      ...expenseCategoryTexts(fields),
      active: true,
      version: 1,
      createdAt: tx.now,
      updatedAt: tx.now,
    });
    return replyWith(expenseCategoryResource, id);
  },
);
