import { webhookDelivery, webhookDeliveryFilters, webhookParams } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  area: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{webhookId}/deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Each delivery has its attempts. Deliveries are kept for 30 days.',
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
