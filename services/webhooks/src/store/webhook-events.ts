import { publicForm } from '@timbre/api';
import { webhooks } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';
import type { Webhook } from './webhooks';

/** Creates the event webhooks.webhook.<happened> with the current state of the endpoint. */
export const webhookEvent = (happened: 'enabled' | 'disabled', webhook: Webhook): DomainEvent => ({
  subject: `webhooks.webhook.${happened}`,
  aggregate: 'webhook',
  aggregateId: webhook.id,
  aggregateVersion: webhook.version,
  payload: webhooks.Webhook.encode({
    webhookId: webhook.id,
    version: webhook.version,
    url: webhook.url,
    status: webhook.status,
    disabledReason: webhook.disabledReason ?? undefined,
  }).finish(),
});

export const publicWebhook = publicForm('webhooks.webhook', webhooks.Webhook, {
  type: (happened: 'enabled' | 'disabled') => `webhook.${happened}`,
  data: (webhook) => webhook,
});
