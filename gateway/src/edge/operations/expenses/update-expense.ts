import { documentParams, expenseDetail, expensePatch } from '@timbre/api';
import { paidOf } from '../../messages/paid-expense';
import { patchOf } from '../../messages/patch';
import { operation } from '../operation';

export const updateExpense = operation({
  id: 'updateExpense',
  area: 'expenses',
  method: 'PATCH',
  path: '/v1/expenses/{documentRef}',
  summary: { en: 'Update an expense', es: 'Modificar un gasto' },
  description: {
    en: 'Given fields change, null clears a field, absent fields stay. Amount, mode, supplier and business date change only while nothing is settled and no CFDI is linked.',
    es: 'Los campos dados sustituyen, null borra y los ausentes no cambian. Los importes, el modo, el proveedor y la fecha de operación solo cambian mientras nada esté liquidado ni haya un CFDI vinculado.',
  },
  permissions: ['expenses:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: expensePatch,
  response: expenseDetail,
  call: async ({ services }, { params, body: { total, ...body } }, context) => {
    const { fields, cleared } = patchOf(body);
    const paid = await paidOf(services.accounts, params.documentRef, context);
    const request = { ...params, fields: { ...fields, total: total?.amount }, cleared, ...paid };
    return (await services.commerce.updateExpense(request, context)).body;
  },
});
