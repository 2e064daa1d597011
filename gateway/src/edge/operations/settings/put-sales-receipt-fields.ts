import { salesReceiptFields, salesReceiptFieldsInput } from '@timbre/api';
import { operation } from '../operation';

export const putSalesReceiptFields = operation({
  id: 'putSalesReceiptFields',
  area: 'settings',
  method: 'PUT',
  path: '/v1/settings/sales-receipt-fields',
  summary: {
    en: 'Set the fields and settings of sales receipts',
    es: 'Fijar los campos y ajustes de los recibos de venta',
  },
  description: {
    en: 'Replaces all fields; receipts keep the fields that applied at the time of the sale.',
    es: 'Sustituye todos los campos; los recibos conservan los campos que regían cuando se hicieron.',
  },
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
