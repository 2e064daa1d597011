import type { webhooks } from '@timbre/contract';
import { audit, command, removeSecrets, replyValue } from '@timbre/kit';
import { Webhook, webhookResource } from '../store/webhooks';

/**
 * Deletes an endpoint, so that no more events are sent to it. A job deletes the deliveries of the
 * endpoint, because there can be many.
 */
export const deleteWebhook = command(async (tx, { webhookId }: webhooks.DeleteWebhookRequest) => {
  const webhook = await tx.lock(Webhook, webhookId, webhookResource.name);
  await removeSecrets(tx, [webhook.secretId, webhook.previousSecretId ?? null]);
  await tx.remove(webhook);
  const { id, url, events } = webhook;
  audit(tx, { action: 'webhook.deleted', subjectId: id, before: { url, events } });
  return replyValue({ webhookId: webhook.id, deleted: true });
});
