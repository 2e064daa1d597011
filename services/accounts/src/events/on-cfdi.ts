import { fiscalCfdi } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { factsOfCfdi } from '../domain/facts';
import { forgetComplement } from '../store/payment-complements';
import { postReported, type Reported } from '../workflows/post-reported';
import { byDocument, inOrder } from './by-document';

/**
 * Posts the present state of CFDI after any event; drafts have no facts. Those of which one event tells are posted
 * together, the states of the others one after the other.
 */
export async function onCfdis(events: readonly ReceivedEvent[], tx: Transaction): Promise<void> {
  const { only, several } = byDocument(events);
  const reported: Reported[] = [];
  for (const event of only) reported.push(...(await reportedBy(event, tx)));
  await postReported(tx, reported);
  for (const event of inOrder(several)) await postReported(tx, await reportedBy(event, tx));
}

/** What the event reports to the ledger. A payment whose drafted complement is deleted has no complement. */
async function reportedBy(event: ReceivedEvent, tx: Transaction): Promise<Reported[]> {
  const cfdi = readPayload(fiscalCfdi.Cfdi, event.payload);
  if (event.subject.endsWith('.deleted') && cfdi.kind === 'payment_complement') {
    await forgetComplement(tx, documentRef('cfdi', cfdi.cfdiId));
  }
  const facts = factsOfCfdi(cfdi);
  return facts ? [{ facts, source: event.id }] : [];
}

export const cfdiConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'accounts-cfdi', subject: 'fiscal_cfdi.cfdi.*', service: 'fiscal-cfdi' },
    onCfdis,
  );
