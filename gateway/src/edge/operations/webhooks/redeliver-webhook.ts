import { deliveryParams, webhookDelivery } from '@timbre/api';
import { operation } from '../operation';

export const redeliverWebhook = operation({
  id: 'redeliverWebhook',
  area: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  summary: { en: 'Send an event to a webhook again', es: 'Enviar de nuevo un evento a un webhook' },
  description: {
    en: 'Sends the event at once, delivered before or not, with a new schedule of attempts and the same webhook-id.',
    es: 'Envía el evento de inmediato, se haya entregado antes o no, con un nuevo calendario de intentos y el mismo webhook-id.',
  },
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
