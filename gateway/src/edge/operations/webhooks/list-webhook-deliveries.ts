import { webhookDelivery, webhookDeliveryFilters, webhookParams } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  area: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{webhookId}/deliveries',
  summary: { en: 'List the deliveries of a webhook', es: 'Listar los envíos de un webhook' },
  description: {
    en: 'Each delivery has its attempts. Deliveries are kept for 30 days.',
    es: 'Cada envío trae sus intentos. Los envíos se conservan 30 días.',
  },
  permissions: ['webhooks:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: webhookParams,
  query: webhookDeliveryFilters,
  response: webhookDelivery,
  isList: true,
  call: async ({ services }, { params, query }, context) => {
    const { state, eventId } = query;
    const request = { ...params, page: pageRequest(query), state, eventId };
    return (await services.webhooks.listWebhookDeliveries(request, context)).body;
  },
});
