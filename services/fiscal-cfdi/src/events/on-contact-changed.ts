import { commerce } from '@timbre/contract';
import {
  createConsumer,
  createRun,
  readPayload,
  streamOf,
  type Background,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { lockDraftsOf } from '../store/cfdi/drafts-of-customer';
import { cfdiChanged } from '../store/cfdi/cfdi-events';
import { renewCustomer } from '../workflows/drafting/renew-receiver';

/**
 * Copies a changed customer into its unsealed drafts, so that a stamp uses current data; amounts do
 * not depend on it. A deleted contact leaves its drafts unchanged.
 */
export async function onContactChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const contact = readPayload(commerce.Contact, event.payload);
  if (contact.deleted || contact.kind !== 'customer') return;
  for (const cfdi of await lockDraftsOf(tx, contact.contactId)) {
    if (!renewCustomer(cfdi, contact)) continue;
    cfdi.updatedAt = tx.now;
    tx.emit(() => cfdiChanged(cfdi));
  }
}

type Parts = Pick<Background<unknown>, 'runtime' | 'systemPool' | 'nats' | 'settings'>;

const name = 'fiscal-cfdi-customers';

export function contactConsumer({ runtime, systemPool, nats, settings }: Parts): EventConsumer {
  return createConsumer<Transaction>({
    name,
    stream: streamOf('commerce'),
    replicas: settings.TIMBRE_NATS_REPLICAS,
    subject: 'commerce.contact.changed',
    concurrency: 8,
    transaction: (organizationId, work) =>
      createRun(runtime, {
        organizationId,
        environment: settings.TIMBRE_ENVIRONMENT,
        actor: `consumer:${name}`,
        permissions: [],
        requestId: name,
        deadlineMs: Infinity,
      }).step(work),
    handle: onContactChanged,
    link: nats,
    pool: systemPool,
    logger: runtime.logger,
  });
}
