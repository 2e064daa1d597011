import { fiscalCfdi } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeIssuer } from '../store/issuers';

/**
 * Handles fiscal_cfdi.fiscal_profile.changed: stores whether the organization must charge IEPS on
 * its sales.
 */
const onFiscalProfile = (event: ReceivedEvent, tx: Transaction): Promise<void> =>
  storeIssuer(tx, readPayload(fiscalCfdi.FiscalProfile, event.payload));

export const fiscalProfileConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: 'commerce-fiscal-profiles',
      service: 'fiscal-cfdi',
      subject: 'fiscal_cfdi.fiscal_profile.changed',
    },
    onFiscalProfile,
  );
