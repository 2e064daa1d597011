import { fiscalCfdi } from '@timbre/contract';
import { documentRef, firstIn } from '@timbre/fiscal';
import {
  batchConsumer,
  readPayload,
  TooMuchTogether,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { factsOfCfdi } from '../domain/facts';
import { isPaidAtOnce } from '../domain/new-open-item';
import { forgetComplement } from '../store/payment-complements';
import { postFacts } from '../workflows/post-facts';
import { postInvoices, type Reported } from '../workflows/post-reported';

/**
 * Posts the current state of a CFDI after any of its events; drafts are not posted. If the draft of
 * a complement was deleted, its payment is stored as having no complement.
 */
export async function onCfdi(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const cfdi = readPayload(fiscalCfdi.Cfdi, event.payload);
  if (event.subject.endsWith('.deleted') && cfdi.kind === 'payment_complement') {
    await forgetComplement(tx, documentRef('cfdi', cfdi.cfdiId));
  }
  const facts = factsOfCfdi(cfdi);
  if (facts) await postFacts(tx, facts, event.id);
}

/**
 * Posts several invoices in one transaction if each was paid at once (decision 0517). For every
 * other CFDI, a batch contains only events of the same CFDI.
 * @throws TooMuchTogether if the events are not of different invoices that were paid at once, or if
 * another document names one of the invoices
 */
export async function onCfdis(events: readonly ReceivedEvent[], tx: Transaction): Promise<void> {
  if (events.length === 1) return onCfdi(firstIn(events), tx);
  const invoices = events.flatMap((event) => paidInvoiceIn(event) ?? []);
  const refs = new Set(invoices.map(({ facts }) => facts.ref));
  if (refs.size < events.length) throw new TooMuchTogether();
  await postInvoices(tx, invoices);
}

/** Returns the invoice of an event if the invoice was paid at once; otherwise undefined. */
function paidInvoiceIn(event: ReceivedEvent): Reported | undefined {
  const facts = factsIn(event);
  return facts && isPaidAtOnce(facts) ? { facts, source: event.id } : undefined;
}

const factsIn = ({ payload }: ReceivedEvent) => factsOfCfdi(readPayload(fiscalCfdi.Cfdi, payload));

/**
 * Whether the event is handled in one batch with the other waiting events of its organization. The
 * batch contains all events of invoices that were paid at once, including cancellations. Otherwise
 * a cancellation could be handled before its invoice, and the ledger would contain neither
 * document.
 */
export function isOfSet(event: ReceivedEvent): boolean {
  const facts = factsIn(event);
  return facts !== undefined && isPaidAtOnce({ ...facts, isValid: true });
}

export const cfdiConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    {
      name: 'accounts-cfdi',
      subject: 'fiscal_cfdi.cfdi.*',
      service: 'fiscal-cfdi',
      isOfSet,
    },
    onCfdis,
  );
