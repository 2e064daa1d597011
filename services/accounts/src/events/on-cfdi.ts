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
 * A payment whose drafted complement is deleted has none: fiscal_cfdi.cfdi.deleted.
 * Posts the state of a CFDI, whatever happened to it: fiscal_cfdi.cfdi.stamped,
 * fiscal_cfdi.cfdi.imported and fiscal_cfdi.cfdi.canceled change the ledger; drafts have no facts.
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
