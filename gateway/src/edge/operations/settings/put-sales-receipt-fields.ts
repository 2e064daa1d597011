import { salesReceiptFields, salesReceiptFieldsInput } from '@timbre/api';
import { operation } from '../operation';

export const putSalesReceiptFields = operation({
  id: 'putSalesReceiptFields',
  area: 'settings',
  method: 'PUT',
  path: '/v1/settings/sales-receipt-fields',
  summary: 'Set the fields and settings of sales receipts',
  description:
    'Replaces all fields; receipts keep the fields that were in force when they were made.',
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: salesReceiptFieldsInput,
  response: salesReceiptFields,
  call: async ({ services }, { body }, context) =>
    (
      await services.commerce.putSalesReceiptFields(
        {
          ...body,
          fields: body.fields.map(({ options = [], ...field }) => ({ ...field, options })),
        },
        context,
      )
    ).body,
});
