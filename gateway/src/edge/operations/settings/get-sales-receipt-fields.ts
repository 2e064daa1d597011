import { salesReceiptFields } from '@timbre/api';
import { operation } from '../operation';

export const getSalesReceiptFields = operation({
  id: 'getSalesReceiptFields',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/sales-receipt-fields',
  summary: 'Get the settings of sales receipts',
  description: 'Your own fields, the texts and the rules of receipts.',
  permissions: ['settings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: salesReceiptFields,
  call: async ({ services }, _, context) =>
    (await services.commerce.getSalesReceiptFields({}, context)).body,
});
