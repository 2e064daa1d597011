import { documentParams, withholdingDetail } from '@timbre/api';
import { operation } from '../operation';

export const archiveWithholding = operation({
  id: 'archiveWithholding',
  area: 'withholdings',
  method: 'POST',
  path: '/v1/withholdings/{documentRef}/archive',
  summary: { en: 'Archive a withholding document', es: 'Archivar un CFDI de retenciones' },
  description: {
    en: 'Marks it for list filters; the document stays valid. unarchiveWithholding undoes this.',
    es: 'Una marca por la que las listas pueden filtrar; el documento sigue vigente. unarchiveWithholding la quita.',
  },
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: withholdingDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.archiveWithholding(params, context)).body,
});
