import type { webhooks } from '@timbre/contract';
import { answers, replies, type Rpcs, type Runtime } from '@timbre/kit';
import { createWebhook } from '../operations/create-webhook';
import { deleteWebhook } from '../operations/delete-webhook';
import { getEvent } from '../operations/get-event';
import { getWebhook } from '../operations/get-webhook';
import { listEvents } from '../operations/list-events';
import { listWebhookDeliveries } from '../operations/list-webhook-deliveries';
import { listWebhookMakers } from '../operations/list-webhook-makers';
import { listWebhooks } from '../operations/list-webhooks';
import { recoverWebhook } from '../operations/recover-webhook';
import { redeliverWebhook } from '../operations/redeliver-webhook';
import { rotateWebhookSecret } from '../operations/rotate-webhook-secret';
import { testWebhook } from '../operations/test-webhook';
import { updateWebhook } from '../operations/update-webhook';
import type { WebhookProviders } from '../workflows/providers';

/** The implementations of all rpcs of the contract. TypeScript reports an error if an rpc is missing. */
export const rpcs = (
  runtime: Runtime<WebhookProviders>,
): Rpcs<typeof webhooks.WebhooksService> => ({
  listWebhooks: replies(listWebhooks, runtime),
  listWebhookMakers: answers(listWebhookMakers, runtime),
  createWebhook: replies(createWebhook, runtime),
  getWebhook: replies(getWebhook, runtime),
  updateWebhook: replies(updateWebhook, runtime),
  deleteWebhook: replies(deleteWebhook, runtime),
  rotateWebhookSecret: replies(rotateWebhookSecret, runtime),
  testWebhook: replies(testWebhook, runtime),
  recoverWebhook: replies(recoverWebhook, runtime),
  listWebhookDeliveries: replies(listWebhookDeliveries, runtime),
  redeliverWebhook: replies(redeliverWebhook, runtime),
  listEvents: replies(listEvents, runtime),
  getEvent: replies(getEvent, runtime),
});
