import type { webhooks } from '@timbre/contract';
import { addSecret, audit, command, removeSecrets, replyValue, type Operation } from '@timbre/kit';
import { Webhook, webhookResource } from '../store/webhooks';
import type { WebhookProviders } from '../workflows/providers';
import { requireHeld } from '../workflows/require-held';
import { sealNewSecret } from '../workflows/seal-new-secret';
import { withSecret } from '../workflows/with-secret';

const overlapSecondsDefault = 86_400;

type Request = webhooks.RotateWebhookSecretRequest;

/**
 * Rotates the secret of an endpoint. After the rotation, requests are signed with the new secret and,
 * until the overlap ends, also with the previous secret. A secret that an earlier rotation replaced
 * expires at once, because a webhook has at most two secrets. Refusals: not_found; forbidden
 * (permission_not_held)
 */
export const rotateWebhookSecret: Operation<Request, WebhookProviders> = {
  run: async (runtime, context, request) =>
    withSecret(
      runtime,
      context,
      await rotate.run(runtime, context, request),
      ({ secretId }) => secretId as string,
    ),
};

const rotate = command(async (tx, request: Request, providers: WebhookProviders) => {
  const { overlapSeconds = overlapSecondsDefault } = request;
  const secretId = tx.newId();
  const sealed = await sealNewSecret(providers, tx.organizationId, secretId);
  const webhook = await tx.lock(Webhook, request.webhookId, webhookResource.name);
  requireHeld(webhook, request.permissions);
  const expiresAt = new Date(tx.now.getTime() + overlapSeconds * 1_000);
  const isKept = overlapSeconds > 0;
  await removeSecrets(tx, [
    webhook.previousSecretId ?? null,
    ...(isKept ? [] : [webhook.secretId]),
  ]);
  addSecret(tx, sealed);
  webhook.previousSecretId = isKept ? webhook.secretId : null;
  webhook.previousSecretExpiresAt = isKept ? expiresAt : null;
  webhook.secretId = secretId;
  webhook.updatedAt = tx.now;
  audit(tx, { action: 'webhook.secret_rotated', subjectId: webhook.id });
  return replyValue({
    webhookId: webhook.id,
    previousSecretExpiresAt: expiresAt.toISOString(),
    secretId,
  });
});
