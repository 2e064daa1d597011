import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const archiveCfdi = operation({
  id: 'archiveCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/archive',
  summary: 'Archive a CFDI',
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: cfdiDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.archiveCfdi(params, context)).body,
});
