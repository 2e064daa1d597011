import { rotatedSecret, rotationInput, webhookParams } from '@timbre/api';
import { operation } from '../operation';

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  area: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/rotate-secret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Until the overlap ends, events have a signature of each secret, so that no receiver misses one. A secret that was rotated out before ends at once.',
  permissions: ['webhooks:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: webhookParams,
  body: rotationInput,
  response: rotatedSecret,
  call: async ({ services }, { params, body }, context) => {
    const request = { ...params, overlapSeconds: body.overlapSeconds };
    return (await services.webhooks.rotateWebhookSecret(request, context)).body;
  },
});
