import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const duplicateCfdi = operation({
  id: 'duplicateCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/duplicate',
  summary: { en: 'Duplicate a CFDI as a new draft', es: 'Duplicar un CFDI como borrador nuevo' },
  description: {
    en: 'Creates a new draft from the input of the CFDI, with the current data of its customer and products.',
    es: 'Crea un borrador nuevo con la entrada del CFDI y los datos actuales de su cliente y sus productos.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  response: cfdiDetail,
  mayWarn: true,
  errors: ['not_found'],
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.duplicateCfdi(params, context)).body,
});
