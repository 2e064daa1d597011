import type { webhooks } from '@timbre/contract';
import { applyPatch, audit, command, invalid, replyWith } from '@timbre/kit';
import { urlIssues } from '../domain/receiver-url';
import { subscriptionIssues } from '../domain/subscription';
import { Webhook, webhookResource } from '../store/webhooks';
import { madeBy } from '../workflows/made-by';
import type { WebhookProviders } from '../workflows/providers';
import { requireHeld } from '../workflows/require-held';
import { setStatus } from '../workflows/set-status';

/**
 * Changes the fields of an endpoint. A caller can add only events that this caller may read. A new
 * URL resets the health of the endpoint. A caller who enables the endpoint, or changes its address
 * or events, becomes the maker of the endpoint. Refusal not_found, validation_error, or forbidden
 * (permission_not_held)
 */
export const updateWebhook = command(
  async (tx, request: webhooks.UpdateWebhookRequest, { addresses }: WebhookProviders) => {
    const { url, events, description, status } = request.fields ?? {};
    const subscriptions = events && [...new Set(events.entries)];
    const issues = [
      ...(url === undefined ? [] : urlIssues(url, addresses)),
      ...(subscriptions ? subscriptionIssues(subscriptions, request.permissions) : []),
    ];
    if (issues.length) throw invalid(issues);
    const webhook = await tx.lock(Webhook, request.webhookId, webhookResource.name);
    const isMoved = url !== undefined && url !== webhook.url;
    if (isMoved || subscriptions) requireHeld(webhook, request.permissions);
    const permissions = subscriptions && request.permissions;
    const before = auditedOf(webhook);
    applyPatch(webhook, { url, events: subscriptions, permissions, description }, request.cleared);
    webhook.updatedAt = tx.now;
    if (isMoved || subscriptions || status === 'enabled') {
      Object.assign(webhook, madeBy(tx, request.maker));
    }
    if (status === 'enabled' || status === 'disabled') await setStatus(tx, webhook, status);
    const after = auditedOf(webhook);
    audit(tx, { action: 'webhook.changed', subjectId: webhook.id, before, after });
    return replyWith(webhookResource, webhook.id);
  },
);

/** Returns the fields that the audit trail records. */
const auditedOf = ({ url, events, status, createdBy }: Webhook) => ({
  url,
  events,
  status,
  createdBy,
});
