import { fiscalCfdi } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { factsOfCfdi } from '../domain/facts';
import { forgetComplement } from '../store/payment-complements';
import { postFacts } from '../workflows/post-facts';

/**
 * Posts the present state of a CFDI after any of its events; a draft posts nothing. If the draft of
 * a complement was deleted, its payment no longer has a complement.
 */
export async function onCfdi(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const cfdi = readPayload(fiscalCfdi.Cfdi, event.payload);
  if (event.subject.endsWith('.deleted') && cfdi.kind === 'payment_complement') {
    await forgetComplement(tx, documentRef('cfdi', cfdi.cfdiId));
  }
  const facts = factsOfCfdi(cfdi);
  if (facts) await postFacts(tx, facts, event.id);
}

export const cfdiConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'accounts-cfdi', subject: 'fiscal_cfdi.cfdi.*', service: 'fiscal-cfdi' },
    onCfdi,
  );
