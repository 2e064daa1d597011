import { event, eventParams } from '@timbre/api';
import { eventPermissions } from '../../messages/event-permissions';
import { operation } from '../operation';

export const getEvent = operation({
  id: 'getEvent',
  area: 'webhooks',
  method: 'GET',
  path: '/v1/events/{eventId}',
  summary: { en: 'Get an event', es: 'Consultar un evento' },
  description: {
    en: 'The answer has the same body that webhooks receive.',
    es: 'La respuesta tiene el mismo cuerpo que reciben los webhooks.',
  },
  permissions: ['webhooks:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: eventParams,
  response: event,
  call: async ({ services }, { params }, context, credential) => {
    const request = { ...params, permissions: eventPermissions(credential) };
    return (await services.webhooks.getEvent(request, context)).body;
  },
});
