import { cancelInput, cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';
import { getCfdi } from './get-cfdi';

export const cancelCfdi = operation({
  id: 'cancelCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/cancel',
  summary: { en: 'Cancel a CFDI', es: 'Cancelar un CFDI' },
  description: {
    en: 'Asks the SAT to cancel a valid CFDI. The CFDI stays `valid` until the SAT shows it canceled; `cancellation` shows the progress. With motive 01 the request is sent once the replacement is stamped.',
    es: 'Pide al SAT que cancele un CFDI vigente. El CFDI sigue en `valid` hasta que el SAT lo muestra cancelado; `cancellation` muestra el avance. Con el motivo 01 la solicitud se envía cuando el sustituto ya está timbrado.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: documentParams,
  body: cancelInput,
  response: cfdiDetail,
  errors: ['recovery_required'],
  tool: 'cancel_cfdi',
  reachesOut: true,
  next: 'sync_cfdi asks the SAT how the cancellation stands.',
  irreversible: {
    action: {
      en: 'Ask the SAT to cancel this fiscal document',
      es: 'Pedir al SAT que cancele este documento fiscal',
    },
    consequence: {
      en: 'A cancellation cannot be taken back. The receiver may have to accept it.',
      es: 'Una cancelación no se puede deshacer. Es posible que el receptor deba aceptarla.',
    },
    read: { operation: getCfdi, argument: 'documentRef' },
    amount: 'document',
  },
  call: async ({ services }, { params, body }, context) =>
    (await services.fiscalCfdi.cancelCfdi({ ...params, ...body }, context)).body,
});
