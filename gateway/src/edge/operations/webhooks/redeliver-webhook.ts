import { deliveryParams, webhookDelivery } from '@timbre/api';
import { operation } from '../operation';

export const redeliverWebhook = operation({
  id: 'redeliverWebhook',
  area: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  summary: 'Send an event to a webhook again',
  description:
    'Sends the event at once, delivered before or not, with a new schedule of attempts and the same webhook-id.',
  permissions: ['webhooks:manage'],
  environments: 'both',
  isIdempotent: true,
  changesPower: false,
  success: 202,
  params: deliveryParams,
  response: webhookDelivery,
  call: async ({ services }, { params }, context) =>
    (await services.webhooks.redeliverWebhook(params, context)).body,
});
