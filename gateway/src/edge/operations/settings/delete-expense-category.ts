import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deleteExpenseCategory = operation({
  id: 'deleteExpenseCategory',
  area: 'settings',
  method: 'DELETE',
  path: '/v1/settings/expense-categories/{categoryId}',
  summary: { en: 'Delete an expense category', es: 'Borrar una categoría de gasto' },
  description: {
    en: 'A category that an expense names is archived instead: deleted is false.',
    es: 'Una categoría que algún gasto usa se archiva en vez de borrarse: deleted es false.',
  },
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ categoryId: identifier }),
  response: z.strictObject({ categoryId: z.string().min(1), deleted: z.boolean() }),
  call: async ({ services }, { params }, context) =>
    (await services.commerce.deleteExpenseCategory(params, context)).body,
});
