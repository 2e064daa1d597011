import { event, eventFilters } from '@timbre/api';
import { eventPermissions } from '../../messages/event-permissions';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listEvents = operation({
  id: 'listEvents',
  area: 'webhooks',
  method: 'GET',
  path: '/v1/events',
  summary: { en: 'List events', es: 'Listar los eventos' },
  description: {
    en: 'Events of the last 30 days, for a program without an endpoint: it requests the events after the last one that it has read. Only events that the credential may read are listed.',
    es: 'Los eventos de los últimos 30 días, para un programa sin endpoint: pide los eventos posteriores al último que leyó. Solo se listan los eventos que la credencial puede consultar.',
  },
  permissions: ['webhooks:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: eventFilters,
  response: event,
  isList: true,
  call: async ({ services }, { query }, context, credential) => {
    const { types = [], after, order } = query;
    const permissions = eventPermissions(credential);
    const request = { page: pageRequest(query), types, after, order, permissions };
    return (await services.webhooks.listEvents(request, context)).body;
  },
});
