import { createWebhook } from './create-webhook';
import { deleteWebhook } from './delete-webhook';
import { getEvent } from './get-event';
import { getWebhook } from './get-webhook';
import { listEvents } from './list-events';
import { listWebhookDeliveries } from './list-webhook-deliveries';
import { listWebhooks } from './list-webhooks';
import { recoverWebhook } from './recover-webhook';
import { redeliverWebhook } from './redeliver-webhook';
import { rotateWebhookSecret } from './rotate-webhook-secret';
import { testWebhook } from './test-webhook';
import { updateWebhook } from './update-webhook';

export const webhooks = [
  createWebhook,
  deleteWebhook,
  getEvent,
  getWebhook,
  listEvents,
  listWebhookDeliveries,
  listWebhooks,
  recoverWebhook,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
];
