import { documentParams, withholdingDetail } from '@timbre/api';
import { operation } from '../operation';

export const getWithholding = operation({
  id: 'getWithholding',
  area: 'withholdings',
  method: 'GET',
  path: '/v1/withholdings/{documentRef}',
  summary: 'Get a withholding document',
  description: 'With its taxes, stamp and cancellation.',
  permissions: ['withholdings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: withholdingDetail,
  tool: 'get_document',
  choice: 'withholding',
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.getWithholding(params, context)).body,
});
