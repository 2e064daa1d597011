import { createExpense } from './create-expense';
import { deleteExpense } from './delete-expense';
import { getExpense } from './get-expense';
import { linkExpenseCfdi } from './link-expense-cfdi';
import { listExpenses } from './list-expenses';
import { settleExpense } from './settle-expense';
import { updateExpense } from './update-expense';

export const expenses = [
  createExpense,
  deleteExpense,
  getExpense,
  linkExpenseCfdi,
  listExpenses,
  settleExpense,
  updateExpense,
];
