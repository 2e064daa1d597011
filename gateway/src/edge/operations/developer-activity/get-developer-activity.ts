import { activity, activityParams } from '@timbre/api';
import { operation } from '../operation';

export const getDeveloperActivity = operation({
  id: 'getDeveloperActivity',
  area: 'developerActivity',
  method: 'GET',
  path: '/v1/developer-activity/{requestId}',
  summary: {
    en: 'Get a request of developer activity',
    es: 'Consultar una solicitud de la actividad de desarrollo',
  },
  description: {
    en: 'Finds a request by the Request-Id of its answer. An assistant may need several operations for one request: this answer shows the last one, and the list shows all.',
    es: 'Encuentra una solicitud por el Request-Id de su respuesta. Un asistente puede necesitar varias operaciones para una solicitud: esta respuesta muestra la última y la lista las muestra todas.',
  },
  permissions: ['activity:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: activityParams,
  response: activity,
  call: ({ services }, { params }, context) => services.identity.getRequest(params, context),
});
