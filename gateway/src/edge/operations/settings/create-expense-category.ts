import { expenseCategory, expenseCategoryInput } from '@timbre/api';
import { operation } from '../operation';

export const createExpenseCategory = operation({
  id: 'createExpenseCategory',
  area: 'settings',
  method: 'POST',
  path: '/v1/settings/expense-categories',
  summary: { en: 'Create an expense category', es: 'Crear una categoría de gasto' },
  description: {
    en: 'Every expense has a category; reports add up the expenses of each.',
    es: 'Todo gasto tiene una categoría; los reportes suman los gastos de cada una.',
  },
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: expenseCategoryInput,
  response: expenseCategory,
  call: async ({ services }, { body }, context) =>
    (await services.commerce.createExpenseCategory({ fields: body }, context)).body,
});
