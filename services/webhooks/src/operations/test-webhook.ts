import type { webhooks } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { deliveryResource } from '../store/deliveries';
import { storeEvents } from '../store/events';
import { Webhook, webhookResource } from '../store/webhooks';

/** An event for this endpoint alone, whatever it subscribes to. */
export const testWebhook = command(async (tx, { webhookId }: webhooks.TestWebhookRequest) => {
  const webhook = await tx.get(Webhook, webhookId, webhookResource.name);
  if (webhook.status !== 'enabled') {
    throw conflict('This webhook is disabled; enable it first.', 'webhook_disabled');
  }
  const event = {
    id: tx.newId(),
    type: 'webhook.test',
    occurredAt: tx.now,
    aggregateVersion: webhook.version,
    data: { webhookId, message: 'This is a test of this endpoint.' },
  };
  const [deliveryId] = await storeEvents(tx, [event], webhook.id);
  return replyWith(deliveryResource, deliveryId!);
});
