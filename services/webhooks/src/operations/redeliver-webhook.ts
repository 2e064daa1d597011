import type { webhooks } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { deliveryResource, startAgain } from '../store/deliveries';

/**
 * Sends an event again at once, with a new schedule of attempts, even if the event was already
 * delivered.
 */
export const redeliverWebhook = command(async (tx, request: webhooks.RedeliverWebhookRequest) => {
  const { webhookId, deliveryId } = request;
  await startAgain(tx, webhookId, deliveryId);
  return replyWith(deliveryResource, deliveryId);
});
