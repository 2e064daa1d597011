import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const duplicateCfdi = operation({
  id: 'duplicateCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/duplicate',
  summary: 'Draft a CFDI again',
  description: 'A new draft of what the CFDI was made from; customer and products as they are now.',
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  response: cfdiDetail,
  errors: ['not_found'],
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.duplicateCfdi(params, context)).body,
});
