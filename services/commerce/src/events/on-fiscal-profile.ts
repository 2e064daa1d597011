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

/** fiscal_cfdi.fiscal_profile.changed: whether the organization owes IEPS for what it sells. */
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
