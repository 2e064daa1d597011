import { gateway } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeStatus } from '../store/organizations';

/**
 * Stores the status of an organization from its event. Each event contains the complete state of the
 * organization.
 */
export const onOrganization = ({ payload }: ReceivedEvent, tx: Transaction): Promise<void> =>
  storeStatus(tx, readPayload(gateway.Organization, payload));

export const organizationConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'sat-sync-organizations', subject: 'gateway.organization.*', service: 'gateway' },
    onOrganization,
  );
