import { fiscalCfdi } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { followCfdi } from '../workflows/follow-cfdi';
import { markCanceled } from '../workflows/link-cfdi';
import { moveCfdiStock } from '../workflows/move-cfdi-stock';

/** Follows the CFDI of receipts and of expenses, and moves the goods of the others. */
export async function onCfdiChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const cfdi = readPayload(fiscalCfdi.Cfdi, event.payload);
  await followCfdi(tx, cfdi, event.subject.endsWith('.deleted'));
  await moveCfdiStock(tx, cfdi);
  if (cfdi.status === 'canceled') await markCanceled(tx, cfdi.cfdiId);
}

const subjects = [
  'fiscal_cfdi.cfdi.stamped',
  'fiscal_cfdi.cfdi.canceled',
  'fiscal_cfdi.cfdi.deleted',
];

/** One consumer for each subject; document versions order the events. */
export const cfdiConsumers = (parts: ConsumerParts): EventConsumer[] =>
  subjects.map((subject) => {
    const name = `commerce-cfdi-${subject.split('.').at(-1)}`;
    return transactionConsumer(parts, { name, subject, service: 'fiscal-cfdi' }, onCfdiChanged);
  });
