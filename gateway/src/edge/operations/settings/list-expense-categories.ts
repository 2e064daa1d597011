import { expenseCategory, flag, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listExpenseCategories = operation({
  id: 'listExpenseCategories',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/expense-categories',
  summary: { en: 'List expense categories', es: 'Listar las categorías de gasto' },
  description: {
    en: 'Categories in use and archived categories.',
    es: 'Las categorías en uso y las archivadas.',
  },
  permissions: ['settings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({ active: flag.optional() }),
  response: expenseCategory,
  isList: true,
  call: async ({ services }, { query }, context) =>
    (
      await services.commerce.listExpenseCategories(
        { page: pageRequest(query), active: query.active },
        context,
      )
    ).body,
});
