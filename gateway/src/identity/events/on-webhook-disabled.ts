import { webhooks } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { writeToAdministrators } from '../store/mails';

/** Queues a mail to the administrators, except for an endpoint that was disabled by request. */
export async function onWebhookDisabled({ payload }: ReceivedEvent, tx: Transaction) {
  const { url, disabledReason = 'by_request' } = readPayload(webhooks.Webhook, payload);
  if (disabledReason === 'by_request') return;
  const facts = { url, reason: disabledReason, at: tx.now.toISOString() };
  await writeToAdministrators(tx, 'webhook_disabled', facts);
}

/** Consumes webhooks.webhook.disabled. */
export const webhookDisabledConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: 'gateway-disabled-webhooks',
      service: 'webhooks',
      subject: 'webhooks.webhook.disabled',
    },
    onWebhookDisabled,
  );
