import type { webhooks } from '@timbre/contract';
import {
  addSecret,
  audit,
  command,
  conflict,
  invalid,
  replyWith,
  type Operation,
} from '@timbre/kit';
import { urlIssues } from '../domain/receiver-url';
import { subscriptionIssues } from '../domain/subscription';
import { countWebhooks, Webhook, WebhookHealth, webhookResource } from '../store/webhooks';
import { madeBy } from '../workflows/made-by';
import type { WebhookProviders } from '../workflows/providers';
import { sealNewSecret } from '../workflows/seal-new-secret';
import { withSecret } from '../workflows/with-secret';

/**
 * The maximum number of endpoints that an organization may have. The number of endpoints is
 * limited, because each event may be sent to all endpoints.
 */
const webhooksMax = 20;

type Request = webhooks.CreateWebhookRequest;

/** Creates an endpoint. The first secret of an endpoint has the same identifier as the endpoint. */
export const createWebhook: Operation<Request, WebhookProviders> = {
  run: async (runtime, context, request) =>
    withSecret(
      runtime,
      context,
      await addWebhook.run(runtime, context, request),
      ({ webhookId }) => webhookId as string,
    ),
};

/**
 * - too_many_webhooks: the organization has too many webhooks; delete one first
 */
const addWebhook = command(async (tx, request: Request, providers: WebhookProviders) => {
  const { url = '', events, description } = request.fields ?? {};
  const subscriptions = [...new Set(events?.entries)];
  const issues = [
    ...urlIssues(url, providers.addresses),
    ...subscriptionIssues(subscriptions, request.permissions),
  ];
  if (issues.length) throw invalid(issues);
  const id = tx.newId();
  const sealed = await sealNewSecret(providers, tx.organizationId, id);
  if ((await countWebhooks(tx)) >= webhooksMax) {
    throw conflict(`An organization has at most ${webhooksMax} webhooks.`, 'too_many_webhooks');
  }
  tx.add(Webhook, {
    id,
    version: 1,
    url,
    events: subscriptions,
    permissions: request.permissions,
    description,
    status: 'enabled',
    secretId: id,
    ...madeBy(tx, request.maker),
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  addSecret(tx, sealed);
  tx.add(WebhookHealth, { webhookId: id });
  audit(tx, {
    action: 'webhook.created',
    subjectId: id,
    after: { url, events: subscriptions },
  });
  return replyWith(webhookResource, id);
});
