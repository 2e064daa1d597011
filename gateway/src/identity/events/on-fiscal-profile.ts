import { fiscalCfdi } from '@timbre/contract';
import { postalCode } from '@timbre/fiscal';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeZone } from '../store/organizations';

/**
 * Handles fiscal_cfdi.fiscal_profile.changed: sets the organization's time zone from the postal
 * code.
 */
export async function onFiscalProfile(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const profile = readPayload(fiscalCfdi.FiscalProfile, event.payload);
  const place = postalCode(profile.postalCode, 'latest');
  if (place) await storeZone(tx, profile.version, place.ianaZone);
}

export const fiscalProfileConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: 'gateway-fiscal-profiles',
      service: 'fiscal-cfdi',
      subject: 'fiscal_cfdi.fiscal_profile.changed',
    },
    onFiscalProfile,
  );
