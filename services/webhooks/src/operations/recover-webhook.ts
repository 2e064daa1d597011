import type { webhooks } from '@timbre/contract';
import { command, conflict, invalid, replyWith } from '@timbre/kit';
import { eventDays } from '../store/retention';
import { Webhook, webhookResource } from '../store/webhooks';

/**
 * Starts a job that repeats deliveries that have failed since a given time, and delivers events that the
 * endpoint missed while it was disabled.
 * - recovery_period: `since` is in the future, or before the oldest stored event
 * - recovery_in_progress: a recovery of this webhook is already running
 */
export const recoverWebhook = command(async (tx, request: webhooks.RecoverWebhookRequest) => {
  const since = new Date(request.since);
  const oldest = tx.now.getTime() - eventDays * 86_400_000;
  if (since.getTime() < oldest || since > tx.now) {
    const message = `Must be within the last ${eventDays} days.`;
    throw invalid([{ path: ['since'], code: 'recovery_period', message }]);
  }
  const webhook = await tx.lock(Webhook, request.webhookId, webhookResource.name);
  if (webhook.status !== 'enabled') {
    throw conflict('This webhook is disabled; enable it first.', 'webhook_disabled');
  }
  if (webhook.recoveringSince) {
    throw conflict('A recovery of this webhook is at work.', 'recovery_in_progress');
  }
  webhook.recoveringSince = since;
  webhook.recoveringUntil = tx.now;
  webhook.updatedAt = tx.now;
  return replyWith(webhookResource, webhook.id);
});
