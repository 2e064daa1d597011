import { salesReceiptFields } from '@timbre/api';
import { operation } from '../operation';

export const getSalesReceiptFields = operation({
  id: 'getSalesReceiptFields',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/sales-receipt-fields',
  summary: {
    en: 'Get the settings of sales receipts',
    es: 'Consultar los ajustes de los recibos de venta',
  },
  description: {
    en: 'Your own fields, the texts and the rules of receipts.',
    es: 'Los campos propios, los textos y las reglas de los recibos.',
  },
  permissions: ['settings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: salesReceiptFields,
  call: async ({ services }, _, context) =>
    (await services.commerce.getSalesReceiptFields({}, context)).body,
});
