import {
  cancellationAnswerInput,
  cancellationRequest,
  cancellationRequestParams,
} from '@timbre/api';
import { operation } from '../operation';
import { listCancellationRequests } from './list-cancellation-requests';

export const answerCancellationRequest = operation({
  id: 'answerCancellationRequest',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/cancellation-requests/{uuid}/answer',
  summary: {
    en: 'Accept or reject the cancellation of a CFDI that you received',
    es: 'Aceptar o rechazar la cancelación de un CFDI recibido',
  },
  description: {
    en:
      'The answer is signed with the active CSD. It cannot be changed. While the SAT’s answer is unknown ' +
      'the request is `answering`, and Timbre goes on.',
    es: 'La respuesta se firma con el CSD activo. No se puede cambiar. Mientras no se conoce la respuesta del SAT, la solicitud queda en `answering` y Timbre continúa.',
  },
  permissions: ['invoices:manage'],
  environments: 'production',
  isIdempotent: true,
  success: 200,
  params: cancellationRequestParams,
  body: cancellationAnswerInput,
  response: cancellationRequest,
  tool: 'answer_cancellation_request',
  reachesOut: true,
  irreversible: {
    action: {
      en: 'Answer the cancellation request of a document that you received',
      es: 'Responder la solicitud de cancelación de un documento que recibió',
    },
    consequence: {
      en: 'The SAT keeps the answer; it cannot be changed.',
      es: 'El SAT guarda la respuesta; no se puede cambiar.',
    },
    read: { operation: listCancellationRequests, argument: 'uuid' },
    amount: 'document',
  },
  call: async ({ services }, { params, body }, context) =>
    (await services.fiscalCfdi.answerCancellationRequest({ ...params, ...body }, context)).body,
});
