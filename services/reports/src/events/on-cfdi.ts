import { fiscalCfdi } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { tellCfdi } from '../workflows/tell-cfdi';

/**
 * Counts a CFDI, whatever happened to it: fiscal_cfdi.cfdi.stamped, fiscal_cfdi.cfdi.imported and
 * fiscal_cfdi.cfdi.canceled change facts; drafts have none.
 */
export async function onCfdi(event: ReceivedEvent, tx: Transaction): Promise<void> {
  await tellCfdi(tx, readPayload(fiscalCfdi.Cfdi, event.payload), event.occurredAt);
}

export const cfdiConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'reports-cfdi', subject: 'fiscal_cfdi.cfdi.*', service: 'fiscal-cfdi' },
    onCfdi,
  );
