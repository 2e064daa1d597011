import { webhook, webhookParams } from '@timbre/api';
import { operation } from '../operation';

export const getWebhook = operation({
  id: 'getWebhook',
  area: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Get a webhook',
  description:
    'The answer has the status and, if the webhook fails, the time since which it has failed.',
  permissions: ['webhooks:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: webhookParams,
  response: webhook,
  call: async ({ services }, { params }, context) =>
    (await services.webhooks.getWebhook(params, context)).body,
});
