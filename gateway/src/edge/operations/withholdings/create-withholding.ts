import { withholdingDetail, withholdingInput } from '@timbre/api';
import { withholdingMessage } from '../../messages/withholding';
import { operation } from '../operation';

export const createWithholding = operation({
  id: 'createWithholding',
  area: 'withholdings',
  method: 'POST',
  path: '/v1/withholdings',
  summary: { en: 'Create a withholding draft', es: 'Crear un borrador de retenciones' },
  description: {
    en: 'stampWithholding makes the draft valid.',
    es: 'stampWithholding le da validez al borrador.',
  },
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: withholdingInput,
  response: withholdingDetail,
  errors: ['not_found'],
  tool: 'create_withholding_draft',
  next: 'The draft is stamped in Timbre by a person.',
  call: async ({ services }, { body }, context) => {
    const request = { input: withholdingMessage(body) };
    return (await services.fiscalCfdi.createWithholding(request, context)).body;
  },
});
