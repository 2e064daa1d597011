import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const stampCfdi = operation({
  id: 'stampCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/stamp',
  summary: 'Stamp a CFDI draft',
  description:
    'Seals the draft, has it stamped by a PAC and answers the valid CFDI. Repeat with the same key until it answers; a document is never stamped twice.',
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  rateClass: 'stamp',
  params: documentParams,
  response: cfdiDetail,
  errors: ['payment_required', 'recovery_required'],
  tool: 'stamp_cfdi',
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.stampCfdi(params, context)).body,
});
