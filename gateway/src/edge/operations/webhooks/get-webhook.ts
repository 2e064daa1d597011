import { webhook, webhookParams } from '@timbre/api';
import { operation } from '../operation';

export const getWebhook = operation({
  id: 'getWebhook',
  area: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{webhookId}',
  summary: { en: 'Get a webhook', es: 'Consultar un webhook' },
  description: {
    en: 'The answer has the status and, if the webhook fails, the time since which it has failed.',
    es: 'La respuesta trae el estado y, si el webhook falla, desde cuándo.',
  },
  permissions: ['webhooks:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: webhookParams,
  response: webhook,
  call: async ({ services }, { params }, context) =>
    (await services.webhooks.getWebhook(params, context)).body,
});
