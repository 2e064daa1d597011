import { documentParams, withholdingDetail, withholdingInput } from '@timbre/api';
import { withholdingMessage } from '../../messages/withholding';
import { operation } from '../operation';

export const updateWithholding = operation({
  id: 'updateWithholding',
  area: 'withholdings',
  method: 'PUT',
  path: '/v1/withholdings/{documentRef}',
  summary: 'Replace a withholding draft',
  description: 'The request replaces the whole draft.',
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: withholdingInput,
  response: withholdingDetail,
  errors: ['recovery_required'],
  call: async ({ services }, { params, body }, context) => {
    const request = { ...params, input: withholdingMessage(body) };
    return (await services.fiscalCfdi.updateWithholding(request, context)).body;
  },
});
