import { webhook, webhookParams } from '@timbre/api';
import { operation } from '../operation';

export const getWebhook = operation({
  id: 'getWebhook',
  area: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Get a webhook',
  description: 'With its status, and since when it fails if it does.',
  permissions: ['webhooks:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: webhookParams,
  response: webhook,
  call: async ({ services }, { params }, context) =>
    (await services.webhooks.getWebhook(params, context)).body,
});
