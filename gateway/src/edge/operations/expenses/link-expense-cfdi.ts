import { documentParams, expenseCfdiInput, expenseDetail } from '@timbre/api';
import { operation } from '../operation';

export const linkExpenseCfdi = operation({
  id: 'linkExpenseCfdi',
  area: 'expenses',
  method: 'PUT',
  path: '/v1/expenses/{documentRef}/cfdi',
  summary: {
    en: 'Link an expense to a received CFDI',
    es: 'Vincular un gasto con un CFDI recibido',
  },
  description: {
    en: 'One CFDI supports one expense. getExpense suggests the likely ones.',
    es: 'Un CFDI ampara un solo gasto. getExpense sugiere los probables.',
  },
  permissions: ['expenses:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: expenseCfdiInput,
  response: expenseDetail,
  tool: 'match_expense_cfdi',
  call: async ({ services }, { params, body }, context) => {
    const { cfdiDocumentRef, acceptDifference } = body;
    const request = { ...params, cfdiDocumentRef: cfdiDocumentRef ?? undefined, acceptDifference };
    return (await services.commerce.linkExpenseCfdi(request, context)).body;
  },
});
