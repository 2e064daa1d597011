import { documentParams, withholdingDetail } from '@timbre/api';
import { operation } from '../operation';
import { getWithholding } from './get-withholding';

export const stampWithholding = operation({
  id: 'stampWithholding',
  area: 'withholdings',
  method: 'POST',
  path: '/v1/withholdings/{documentRef}/stamp',
  summary: { en: 'Stamp a withholding draft', es: 'Timbrar un borrador de retenciones' },
  description: {
    en: 'Seals the draft, has a PAC stamp it and returns the valid document. Retry with the same idempotency key until it answers; nothing is stamped twice.',
    es: 'Sella el borrador, lo manda a timbrar a un PAC y responde con el documento vigente. Repita con la misma llave de idempotencia hasta que responda; un documento nunca se timbra dos veces.',
  },
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  rateClass: 'stamp',
  params: documentParams,
  response: withholdingDetail,
  errors: ['payment_required', 'recovery_required'],
  irreversible: {
    action: { en: 'Stamp this withholding document', es: 'Timbrar esta constancia de retenciones' },
    consequence: {
      en: 'The SAT registers it and a stamp is spent.',
      es: 'El SAT la registra y se gasta un timbre.',
    },
    read: { operation: getWithholding, argument: 'documentRef' },
    amount: 'document',
    kind: 'withholding',
  },
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.stampWithholding(params, context)).body,
});
