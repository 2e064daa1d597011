import { documentParams, withholdingDetail, withholdingInput } from '@timbre/api';
import { withholdingMessage } from '../../messages/withholding';
import { operation } from '../operation';

export const updateWithholding = operation({
  id: 'updateWithholding',
  area: 'withholdings',
  method: 'PUT',
  path: '/v1/withholdings/{documentRef}',
  summary: { en: 'Replace a withholding draft', es: 'Sustituir un borrador de retenciones' },
  description: {
    en: 'The request replaces the whole draft.',
    es: 'La solicitud sustituye el borrador completo.',
  },
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
