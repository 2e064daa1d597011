import { cfdiDetail, cfdiInput, documentParams } from '@timbre/api';
import { cfdiInputMessage } from '../../messages/cfdi-input';
import { operation } from '../operation';

export const updateCfdi = operation({
  id: 'updateCfdi',
  area: 'cfdi',
  method: 'PUT',
  path: '/v1/cfdi/{documentRef}',
  summary: { en: 'Replace a CFDI draft', es: 'Sustituir un borrador de CFDI' },
  description: {
    en: 'The request replaces the whole draft, of the same kind.',
    es: 'La solicitud sustituye el borrador completo, del mismo tipo.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: cfdiInput,
  response: cfdiDetail,
  mayWarn: true,
  errors: ['recovery_required'],
  call: async ({ services }, { params, body }, context) =>
    (await services.fiscalCfdi.updateCfdi({ ...params, input: cfdiInputMessage(body) }, context))
      .body,
});
