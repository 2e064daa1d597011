import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { expenseCategoryList } from '../store/expense-categories';

export const listExpenseCategories = query(
  (read, { active, page }: commerce.ListExpenseCategoriesRequest) =>
    read.page(expenseCategoryList, page, active === undefined ? [] : [['r.active = $1', active]]),
);
