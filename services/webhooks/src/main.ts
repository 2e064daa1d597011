import '@timbre/kit/telemetry';
import { randomBytes } from 'node:crypto';
import { webhooks } from '@timbre/contract';
import {
  loadSecret,
  localKms,
  runService,
  secretBox,
  secretsOfOrganizations,
  type Opened,
} from '@timbre/kit';
import type { Receiver } from './domain/receiver';
import { accessEndedConsumer } from './events/on-access-ended';
import { eventConsumers } from './events/on-event';
import { createForgetJob } from './jobs/forget-events';
import { createRecoveryJob } from './jobs/recover-webhooks';
import { createKeptSecrets } from './providers/kept-secrets';
import { createReceiver, isForbiddenHost } from './providers/receiver';
import { rpcs } from './rpc/service';
import { webhookSettings } from './settings';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { publicBody } from './store/public-events';
import { createDeliverer, createWake, type Wake } from './workflows/deliver-events';
import type { WebhookProviders } from './workflows/providers';

type Providers = WebhookProviders & { receiver: Receiver; wake: Wake };

function providers({ settings, lifetime }: Opened<typeof webhookSettings>): Providers {
  const allowed = settings.TIMBRE_WEBHOOK_ALLOWED_HOSTS;
  const receiver = createReceiver(allowed, () => new Date());
  lifetime.closes('receiver', () => receiver.close());
  return {
    secrets: secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE)),
    randomBytes,
    addresses: { isAllowedHost: (host) => allowed.has(host), isForbidden: isForbiddenHost },
    receiver,
    wake: createWake(),
  };
}

void runService('webhooks', {
  definition: webhooks.WebhooksService,
  entities,
  migrations,
  // No database constraint is mapped to a refusal, because a request cannot violate a constraint:
  // limits are counted under a lock.
  constraints: {},
  settings: webhookSettings,
  keepsSecrets: secretsOfOrganizations,
  providers,
  publicBody,
  rpcs,
  consumers: [eventConsumers, accessEndedConsumer],
  jobs: [
    ({ runtime, systemPool }) => {
      const { secrets, receiver, wake } = runtime.providers;
      const load = (organizationId: string, secretId: string) =>
        loadSecret(systemPool, organizationId, secretId);
      const secretsOf = createKeptSecrets(secrets, load);
      return createDeliverer({
        runtime,
        systemPool,
        receiver,
        wake,
        random: Math.random,
        secretsOf,
      });
    },
    createRecoveryJob,
    createForgetJob,
  ],
});
