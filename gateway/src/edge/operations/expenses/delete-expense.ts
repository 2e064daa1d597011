import { documentParams, documentRef } from '@timbre/api';
import { z } from 'zod';
import { paidOf } from '../../messages/paid-expense';
import { operation } from '../operation';

export const deleteExpense = operation({
  id: 'deleteExpense',
  area: 'expenses',
  method: 'DELETE',
  path: '/v1/expenses/{documentRef}',
  summary: { en: 'Delete an expense', es: 'Borrar un gasto' },
  description: {
    en: 'The expense must have no settlement and no linked CFDI.',
    es: 'El gasto no debe tener liquidaciones ni un CFDI vinculado.',
  },
  permissions: ['expenses:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: z.strictObject({ documentRef: documentRef('expense'), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) => {
    const paid = await paidOf(services.accounts, params.documentRef, context);
    return (await services.commerce.deleteExpense({ ...params, ...paid }, context)).body;
  },
});
