import { documentParams, expenseDetail, flag } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';
import { fact, factsOf, pesosOf, writtenMoney } from '../subject';

export const getExpense = operation({
  id: 'getExpense',
  area: 'expenses',
  method: 'GET',
  path: '/v1/expenses/{documentRef}',
  summary: { en: 'Get an expense', es: 'Consultar un gasto' },
  description: {
    en: 'Shows settlements. `suggestCfdi` adds received CFDI that may support it.',
    es: 'Con sus liquidaciones. `suggestCfdi` agrega CFDI recibidos que pueden ampararlo.',
  },
  permissions: ['expenses:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  query: z.strictObject({
    suggestCfdi: flag.optional().meta({
      description: 'Adds up to ten received CFDI that may support it.',
    }),
  }),
  response: expenseDetail,
  subject: ({ category, total, supplierId }) => ({
    kind: category,
    amount: pesosOf(total),
    parties: [supplierId],
    facts: factsOf({ document: [category], amounts: [fact('total', writtenMoney(total))] }),
  }),
  tool: 'get_document',
  choice: 'expense',
  call: async ({ services }, { params, query: { suggestCfdi = false } }, context) =>
    (await services.commerce.getExpense({ ...params, suggestCfdi }, context)).body,
});
