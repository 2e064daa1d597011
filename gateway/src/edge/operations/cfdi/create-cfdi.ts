import { cfdiDetail, cfdiInput } from '@timbre/api';
import { cfdiInputMessage } from '../../messages/cfdi-input';
import { operation } from '../operation';

export const createCfdi = operation({
  id: 'createCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi',
  summary: { en: 'Create a CFDI draft', es: 'Crear un borrador de CFDI' },
  description: {
    en: 'The draft can be changed and deleted; stampCfdi makes it valid.',
    es: 'El borrador se puede cambiar y borrar; stampCfdi le da validez.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: cfdiInput,
  response: cfdiDetail,
  mayWarn: true,
  errors: ['not_found'],
  tool: 'create_cfdi_draft',
  purpose:
    'Create a draft of an invoice (income), credit note, transfer, payment complement or payroll receipt. It becomes a fiscal document when it is stamped.',
  next: 'Show the draft to the user; stamp_cfdi with its documentRef makes it valid.',
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.createCfdi({ input: cfdiInputMessage(body) }, context)).body,
});
