import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const archiveCfdi = operation({
  id: 'archiveCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/archive',
  summary: 'Archive a CFDI',
  description: 'A mark that lists can filter by; the CFDI stays valid. unarchiveCfdi undoes it.',
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: cfdiDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.archiveCfdi(params, context)).body,
});
