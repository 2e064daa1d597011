import { documentParams, expenseDetail, settlementInput } from '@timbre/api';
import { paidOf } from '../../messages/paid-expense';
import { operation } from '../operation';
import { paid } from '../payment-amount';
import { getExpense } from './get-expense';

export const settleExpense = operation({
  id: 'settleExpense',
  area: 'expenses',
  method: 'POST',
  path: '/v1/expenses/{documentRef}/settlements',
  summary: { en: 'Settle an expense on credit', es: 'Liquidar un gasto a crédito' },
  description: {
    en: 'Settles all or part; several settlements add up to the total. reverseAccountTransaction undoes the transaction of a settlement.',
    es: 'Completo o en partes; varias liquidaciones suman el total. reverseAccountTransaction deshace el movimiento de una liquidación.',
  },
  permissions: ['expenses:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  body: settlementInput,
  response: expenseDetail,
  irreversible: {
    action: {
      en: 'Record that this expense was paid, or a part of it',
      es: 'Registrar que este gasto se pagó, todo o una parte',
    },
    consequence: { en: 'The money counts as spent.', es: 'El dinero cuenta como gastado.' },
    read: { operation: getExpense, argument: 'documentRef' },
    amount: paid,
  },
  call: async ({ services }, { params, body }, context) => {
    const paid = await paidOf(services.accounts, params.documentRef, context);
    return (await services.commerce.settleExpense({ ...params, ...body, ...paid }, context)).body;
  },
});
