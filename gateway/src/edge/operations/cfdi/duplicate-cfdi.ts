import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const duplicateCfdi = operation({
  id: 'duplicateCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/duplicate',
  summary: 'Duplicate a CFDI as a new draft',
  description:
    'Creates a new draft from the input of the CFDI, with the current data of its customer and products.',
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  response: cfdiDetail,
  mayWarn: true,
  errors: ['not_found'],
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.duplicateCfdi(params, context)).body,
});
