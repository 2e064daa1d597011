import { webhookDelivery, webhookParams } from '@timbre/api';
import { operation } from '../operation';

export const testWebhook = operation({
  id: 'testWebhook',
  area: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/test',
  summary: { en: 'Send a test event to a webhook', es: 'Enviar un evento de prueba a un webhook' },
  description: {
    en: 'Sends one `webhook.test` at once; listWebhookDeliveries shows the answer.',
    es: 'Envía un `webhook.test` de inmediato; listWebhookDeliveries muestra la respuesta.',
  },
  permissions: ['webhooks:manage'],
  environments: 'both',
  isIdempotent: true,
  changesPower: false,
  success: 202,
  params: webhookParams,
  response: webhookDelivery,
  call: async ({ services }, { params }, context) =>
    (await services.webhooks.testWebhook(params, context)).body,
});
