import { cancelInput, documentParams, withholdingDetail } from '@timbre/api';
import { operation } from '../operation';
import { getWithholding } from './get-withholding';

export const cancelWithholding = operation({
  id: 'cancelWithholding',
  area: 'withholdings',
  method: 'POST',
  path: '/v1/withholdings/{documentRef}/cancel',
  summary: { en: 'Cancel a withholding document', es: 'Cancelar un CFDI de retenciones' },
  description: {
    en: 'Asks the SAT to cancel a valid document. It stays `valid` until the SAT shows it canceled; `cancellation` shows the progress. The receiver does not have to accept. With motive 01 the request is sent once the replacement is stamped.',
    es: 'Pide al SAT que cancele un documento vigente. Sigue en `valid` hasta que el SAT lo muestra cancelado; `cancellation` muestra el avance. El receptor no tiene que aceptar. Con el motivo 01 la solicitud se envía cuando el sustituto ya está timbrado.',
  },
  permissions: ['withholdings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: documentParams,
  body: cancelInput,
  response: withholdingDetail,
  errors: ['recovery_required'],
  irreversible: {
    action: {
      en: 'Ask the SAT to cancel this withholding document',
      es: 'Pedir al SAT que cancele esta constancia de retenciones',
    },
    consequence: {
      en: 'A cancellation cannot be taken back.',
      es: 'Una cancelación no se puede deshacer.',
    },
    read: { operation: getWithholding, argument: 'documentRef' },
    amount: 'document',
    kind: 'withholding',
  },
  call: async ({ services }, { params, body }, context) =>
    (await services.fiscalCfdi.cancelWithholding({ ...params, ...body }, context)).body,
});
