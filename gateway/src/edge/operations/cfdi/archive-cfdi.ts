import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const archiveCfdi = operation({
  id: 'archiveCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/archive',
  summary: { en: 'Archive a CFDI', es: 'Archivar un CFDI' },
  description: {
    en: 'Marks the CFDI for list filters; it stays valid. unarchiveCfdi undoes this.',
    es: 'Una marca por la que las listas pueden filtrar; el CFDI sigue vigente. unarchiveCfdi la quita.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: cfdiDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.archiveCfdi(params, context)).body,
});
