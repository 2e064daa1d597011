import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';
import { getCfdi } from './get-cfdi';

export const stampCfdi = operation({
  id: 'stampCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/stamp',
  summary: { en: 'Stamp a CFDI draft', es: 'Timbrar un borrador de CFDI' },
  description: {
    en: 'Seals the draft, has a PAC stamp it and returns the valid CFDI. Retry with the same idempotency key until it answers; nothing is stamped twice.',
    es: 'Sella el borrador, lo manda a timbrar a un PAC y responde con el CFDI vigente. Repita con la misma llave de idempotencia hasta que responda; un documento nunca se timbra dos veces.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  rateClass: 'stamp',
  params: documentParams,
  response: cfdiDetail,
  errors: ['payment_required', 'recovery_required'],
  tool: 'stamp_cfdi',
  purpose:
    'Stamp a CFDI draft: a PAC certifies it, and it becomes a valid fiscal document. A document is never stamped twice.',
  reachesOut: true,
  next: 'send_document mails it; cancel_cfdi cancels it.',
  irreversible: {
    action: {
      en: 'Stamp this draft as a fiscal document',
      es: 'Timbrar este borrador como documento fiscal',
    },
    consequence: {
      en: 'The SAT registers it and a stamp is spent. Afterwards it can only be canceled, never changed.',
      es: 'El SAT lo registra y se gasta un timbre. Después solo se puede cancelar, no cambiar.',
    },
    read: { operation: getCfdi, argument: 'documentRef' },
    amount: 'document',
  },
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.stampCfdi(params, context)).body,
});
