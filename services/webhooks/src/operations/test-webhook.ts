import { firstIn } from '@timbre/fiscal';
import { eventBody } from '@timbre/api';
import type { webhooks } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { deliveryResource } from '../store/deliveries';
import { storeEvents } from '../store/events';
import { Webhook, webhookResource } from '../store/webhooks';

/** Sends a test event only to the given endpoint, regardless of the endpoint's subscriptions. */
export const testWebhook = command(async (tx, { webhookId }: webhooks.TestWebhookRequest) => {
  const webhook = await tx.get(Webhook, webhookId, webhookResource.name);
  if (webhook.status !== 'enabled') {
    throw conflict('This webhook is disabled; enable it first.', 'webhook_disabled');
  }
  const event = {
    id: tx.newId(),
    orgId: tx.organizationId,
    occurredAt: tx.now,
    aggregateVersion: webhook.version,
  };
  const data = { webhookId, message: 'This is a test of this endpoint.' };
  const body = eventBody(event, tx.context.environment, 'webhook.test', data);
  const deliveryIds = await storeEvents(tx, [{ ...event, body }], webhook.id);
  return replyWith(deliveryResource, firstIn(deliveryIds));
});
