import { webhookParams } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  area: 'webhooks',
  method: 'DELETE',
  path: '/v1/webhooks/{webhookId}',
  summary: { en: 'Delete a webhook', es: 'Borrar un webhook' },
  description: {
    en: 'The webhook receives nothing more; listEvents still shows the events.',
    es: 'El webhook ya no recibe nada; listEvents sigue mostrando los eventos.',
  },
  permissions: ['webhooks:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: webhookParams,
  response: z.strictObject({ webhookId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) =>
    (await services.webhooks.deleteWebhook(params, context)).body,
});
