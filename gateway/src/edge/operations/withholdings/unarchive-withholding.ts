import { documentParams, withholdingDetail } from '@timbre/api';
import { operation } from '../operation';

export const unarchiveWithholding = operation({
  id: 'unarchiveWithholding',
  area: 'withholdings',
  method: 'POST',
  path: '/v1/withholdings/{documentRef}/unarchive',
  summary: 'Unarchive a withholding document',
  description: 'Removes the mark of archiveWithholding.',
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: withholdingDetail,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.unarchiveWithholding(params, context)).body,
});
