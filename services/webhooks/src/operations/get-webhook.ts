import type { webhooks } from '@timbre/contract';
import { query } from '@timbre/kit';
import { webhookResource } from '../store/webhooks';

export const getWebhook = query((read, { webhookId }: webhooks.GetWebhookRequest) =>
  read.resource(webhookResource, webhookId),
);
