import { expenseDetail, expenseInput } from '@timbre/api';
import { operation } from '../operation';

export const createExpense = operation({
  id: 'createExpense',
  area: 'expenses',
  method: 'POST',
  path: '/v1/expenses',
  summary: { en: 'Record an expense', es: 'Registrar un gasto' },
  description: {
    en: 'linkExpenseCfdi adds the CFDI that supports it.',
    es: 'linkExpenseCfdi agrega el CFDI que lo ampara.',
  },
  permissions: ['expenses:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: expenseInput,
  response: expenseDetail,
  errors: ['not_found'],
  tool: 'record_expense',
  call: async ({ services }, { body }, context) => {
    const fields = { ...body, total: body.total.amount };
    return (await services.commerce.createExpense({ fields }, context)).body;
  },
});
