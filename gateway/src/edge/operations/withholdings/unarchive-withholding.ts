import { documentParams, withholdingDetail } from '@timbre/api';
import { operation } from '../operation';

export const unarchiveWithholding = operation({
  id: 'unarchiveWithholding',
  area: 'withholdings',
  method: 'POST',
  path: '/v1/withholdings/{documentRef}/unarchive',
  summary: { en: 'Unarchive a withholding document', es: 'Desarchivar un CFDI de retenciones' },
  description: {
    en: 'Removes the mark of archiveWithholding.',
    es: 'Quita la marca de archiveWithholding.',
  },
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: withholdingDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.unarchiveWithholding(params, context)).body,
});
