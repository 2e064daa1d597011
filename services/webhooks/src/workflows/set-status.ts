import type { Transaction } from '@timbre/kit';
import { webhookEvent } from '../store/webhook-events';
import { forgetFailures, type DisabledReason, type Webhook } from '../store/webhooks';

/**
 * Enables or disables an endpoint, and emits the event of the change. Deliveries to a disabled endpoint
 * are not removed from their schedule. Delivery attempts continue when the endpoint is enabled
 * again.
 */
export async function setStatus(
  tx: Transaction,
  webhook: Webhook,
  status: Webhook['status'],
  reason: DisabledReason = 'by_request',
): Promise<void> {
  if (webhook.status === status) return;
  const isDisabled = status === 'disabled';
  webhook.status = status;
  webhook.disabledReason = isDisabled ? reason : null;
  webhook.disabledAt = isDisabled ? tx.now : null;
  webhook.updatedAt = tx.now;
  if (!isDisabled) await forgetFailures(tx, webhook.id);
  tx.emit(() => webhookEvent(status, webhook));
}
