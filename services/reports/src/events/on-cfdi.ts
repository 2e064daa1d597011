import { fiscalCfdi } from '@timbre/contract';
import {
  batchConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { tellCfdi } from '../workflows/tell-cfdi';
import { toldBy } from './told-by';

/**
 * Counts CFDI, whatever happened to them: fiscal_cfdi.cfdi.stamped, fiscal_cfdi.cfdi.imported and
 * fiscal_cfdi.cfdi.canceled change facts; drafts have none.
 */
export async function onCfdi(events: readonly ReceivedEvent[], tx: Transaction): Promise<void> {
  await tellCfdi(tx, toldBy(fiscalCfdi.Cfdi, events));
}

export const cfdiConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'reports-cfdi', subject: 'fiscal_cfdi.cfdi.*', service: 'fiscal-cfdi' },
    onCfdi,
  );
