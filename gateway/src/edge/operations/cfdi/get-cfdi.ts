import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';
import { cfdiSubject } from '../cfdi-subject';

export const getCfdi = operation({
  id: 'getCfdi',
  area: 'cfdi',
  method: 'GET',
  path: '/v1/cfdi/{documentRef}',
  summary: { en: 'Get a CFDI', es: 'Consultar un CFDI' },
  description: {
    en: 'The answer has items, amounts, stamp and cancellation.',
    es: 'La respuesta trae conceptos, importes, timbre y cancelación.',
  },
  permissions: ['invoices:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: cfdiDetail,
  subject: cfdiSubject,
  tool: 'get_document',
  choice: 'cfdi',
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.getCfdi(params, context)).body,
});
