import { documentParams, expenseDetail, settlementInput } from '@timbre/api';
import { operation } from '../operation';

export const settleExpense = operation({
  id: 'settleExpense',
  area: 'expenses',
  method: 'POST',
  path: '/v1/expenses/{documentRef}/settlements',
  summary: 'Settle an expense on credit',
  description: 'In whole or in part; several settlements add up to the total.',
  permissions: ['expenses:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  body: settlementInput,
  response: expenseDetail,
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.settleExpense({ ...params, ...body }, context)).body,
});
