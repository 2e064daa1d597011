import { expenseCategory, expenseCategoryPatch, identifier } from '@timbre/api';
import { z } from 'zod';
import { patchOf } from '../../messages/patch';
import { operation } from '../operation';

export const updateExpenseCategory = operation({
  id: 'updateExpenseCategory',
  area: 'settings',
  method: 'PATCH',
  path: '/v1/settings/expense-categories/{categoryId}',
  summary: { en: 'Update an expense category', es: 'Modificar una categoría de gasto' },
  description: {
    en: 'Given fields change, null clears a field, absent fields stay.',
    es: 'Los campos dados sustituyen, null borra y los ausentes no cambian.',
  },
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ categoryId: identifier }),
  body: expenseCategoryPatch,
  response: expenseCategory,
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.updateExpenseCategory({ ...params, ...patchOf(body) }, context)).body,
});
