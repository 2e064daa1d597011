import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const unarchiveCfdi = operation({
  id: 'unarchiveCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/unarchive',
  summary: 'Unarchive a CFDI',
  description: 'Removes the mark of archiveCfdi.',
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: cfdiDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.unarchiveCfdi(params, context)).body,
});
