import { fiscalCfdi } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeTaxpayer } from '../store/organizations';

/** Knows the RFC of the organization: fiscal_cfdi.fiscal_profile.changed. */
export const onFiscalProfile = (event: ReceivedEvent, tx: Transaction): Promise<void> =>
  storeTaxpayer(tx, readPayload(fiscalCfdi.FiscalProfile, event.payload));

export const fiscalProfileConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: 'reports-fiscal-profiles',
      service: 'fiscal-cfdi',
      subject: 'fiscal_cfdi.fiscal_profile.changed',
    },
    onFiscalProfile,
  );
