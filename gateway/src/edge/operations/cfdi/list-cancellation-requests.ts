import { cancellationRequest, cancellationRequestFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';
import { requestSubject } from '../request-subject';

export const listCancellationRequests = operation({
  id: 'listCancellationRequests',
  area: 'cfdi',
  method: 'GET',
  path: '/v1/cfdi/cancellation-requests',
  summary: {
    en: 'List requests to cancel CFDI that you received',
    es: 'Listar las solicitudes de cancelación de CFDI recibidos',
  },
  description: {
    en:
      'Timbre asks the PAC every half hour, and before the first page. A request that nobody answers until ' +
      '`answerBefore` counts as accepted. Its document is canceled when the SAT shows it, within minutes; ' +
      'synchronizeCfdi asks at once.',
    es: 'Timbre pregunta al PAC cada media hora, y antes de la primera página. Una solicitud que nadie responde hasta `answerBefore` se tiene por aceptada. Su documento se cancela cuando el SAT lo muestra así, en minutos; synchronizeCfdi pregunta de inmediato.',
  },
  permissions: ['invoices:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  query: cancellationRequestFilters,
  response: cancellationRequest,
  subject: requestSubject,
  isList: true,
  tool: 'search_cancellation_requests',
  call: async ({ services }, { query: { state = '', ...page } }, context) =>
    (
      await services.fiscalCfdi.listCancellationRequests(
        { state, page: pageRequest(page) },
        context,
      )
    ).body,
});
