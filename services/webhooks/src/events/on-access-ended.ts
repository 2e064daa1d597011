import { gateway } from '@timbre/contract';
import {
  audit,
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { lockMadeWith } from '../store/webhooks';
import { setStatus } from '../workflows/set-status';

/**
 * Disables the endpoints that were created by a member or an application that no longer has access. The
 * endpoints are not deleted, because the organization may still need them: another member who enables an
 * endpoint becomes the new maker of the endpoint.
 */
export async function onAccessEnded({ payload }: ReceivedEvent, tx: Transaction): Promise<void> {
  const { userId, grantId } = readPayload(gateway.EndedAccess, payload);
  for (const webhook of await lockMadeWith(tx, { userId, grantId })) {
    await setStatus(tx, webhook, 'disabled', 'access_ended');
    const before = { createdBy: webhook.createdBy };
    audit(tx, { action: 'webhook.disabled', subjectId: webhook.id, before });
  }
}

/** Consumes gateway.access.ended. */
export const accessEndedConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'webhooks-ended-access', service: 'gateway', subject: 'gateway.access.ended' },
    onAccessEnded,
  );
