import { satSync } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeTaxProfile } from '../store/taxes';

/** Knows how often the organization files declarations: sat_sync.tax_profile.changed. */
export const onTaxProfile = (event: ReceivedEvent, tx: Transaction): Promise<void> =>
  storeTaxProfile(tx, readPayload(satSync.TaxProfile, event.payload));

export const taxProfileConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: 'reports-tax-profiles',
      service: 'sat-sync',
      subject: 'sat_sync.tax_profile.changed',
    },
    onTaxProfile,
  );
