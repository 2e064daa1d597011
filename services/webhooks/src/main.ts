import '@timbre/kit/telemetry';
import { randomBytes } from 'node:crypto';
import { webhooks } from '@timbre/contract';
import {
  localKms,
  readSettings,
  runMain,
  runRewrapSecrets,
  runService,
  secretBox,
  type Background,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
import type { Receiver } from './domain/receiver';
import { eventConsumers } from './events/on-event';
import { createForgetJob } from './jobs/forget-events';
import { createRecoveryJob } from './jobs/recover-webhooks';
import { createKeptSecrets } from './providers/kept-secrets';
import { createReceiver, isForbiddenHost } from './providers/receiver';
import { rpcs } from './rpc/service';
import { webhookSettings } from './settings';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { loadSecret } from './store/secrets';
import { createDeliverer } from './workflows/deliver-events';
import type { WebhookProviders } from './workflows/providers';

const name = 'webhooks';

type Providers = WebhookProviders & { receiver: Receiver };

function providers(_: ServiceSettings, lifetime: Lifetime): Providers {
  const settings = readSettings(webhookSettings);
  const allowed = settings.TIMBRE_WEBHOOK_ALLOWED_HOSTS;
  const receiver = createReceiver(allowed, () => new Date());
  lifetime.closes('receiver', () => receiver.close());
  return {
    secrets: secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE)),
    randomBytes,
    addresses: { isAllowedHost: (host) => allowed.has(host), isForbidden: isForbiddenHost },
    receiver,
  };
}

/** The consumers of all events, the worker that delivers them, and the jobs. */
function background(parts: Background<Providers>): void {
  const { runtime, systemPool, lifetime } = parts;
  const { secrets, receiver } = runtime.providers;
  const load = (organizationId: string, secretId: string) =>
    loadSecret(systemPool, organizationId, secretId);
  const deliverer = createDeliverer({
    ...{ runtime, systemPool, receiver, random: Math.random },
    secretsOf: createKeptSecrets(secrets, load),
  });
  lifetime.closes('deliverer', () => deliverer.stop());
  for (const consumer of eventConsumers(parts, deliverer.nudge)) parts.listen(consumer);
  const recoveries = createRecoveryJob(parts, deliverer.nudge);
  lifetime.closes('recoveries', () => recoveries.stop());
  const forgetting = createForgetJob(parts);
  lifetime.closes('retention of events', () => forgetting.stop());
}

async function main(): Promise<void> {
  const [, , word = ''] = process.argv;
  if (word === 'rewrap-secrets') return runRewrapSecrets(name);
  await runService(name, {
    definition: webhooks.WebhooksService,
    entities,
    migrations,
    // No request violates a constraint: what is counted is counted under a lock.
    constraints: {},
    providers,
    rpcs,
    background,
  });
}

void runMain(name, main);
