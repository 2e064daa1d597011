import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const unarchiveCfdi = operation({
  id: 'unarchiveCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/unarchive',
  summary: { en: 'Unarchive a CFDI', es: 'Desarchivar un CFDI' },
  description: { en: 'Removes the mark of archiveCfdi.', es: 'Quita la marca de archiveCfdi.' },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: cfdiDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.unarchiveCfdi(params, context)).body,
});
