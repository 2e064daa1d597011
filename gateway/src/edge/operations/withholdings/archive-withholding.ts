import { documentParams, withholdingDetail } from '@timbre/api';
import { operation } from '../operation';

export const archiveWithholding = operation({
  id: 'archiveWithholding',
  area: 'withholdings',
  method: 'POST',
  path: '/v1/withholdings/{documentRef}/archive',
  summary: 'Archive a withholding document',
  description:
    'A mark that lists can filter by; the document stays valid. unarchiveWithholding undoes it.',
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: withholdingDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.archiveWithholding(params, context)).body,
});
