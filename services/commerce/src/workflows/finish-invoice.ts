import { certain, documentRef } from '@timbre/fiscal';
import {
  conflict,
  failpoint,
  isFinal,
  underKey,
  withoutKey,
  type Issue,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { byBuyer, notesOfInvoice, ReceiptDocument } from '../store/receipt-documents';
import { draftCreditNote } from './credit-note';
import type { FiscalProviders } from './fiscal-drafts';
import { settleDocument } from './settle-document';

/**
 * Continues the draft of an invoice: drafts the credit notes that the invoice requires, and stamps
 * a self-invoice after its credit notes. The request and the job can repeat the call at any time.
 * Without its credit notes, the invoice would bill a sale a second time. If a credit note is
 * rejected or deleted, or if the SAT rejects a self-invoice, the drafts are therefore deleted and
 * the receipts are released.
 *
 * - credit_note_refused: the credit note that removes a receipt from its global invoice was refused
 *   or deleted
 * @throws Refusal conflict credit_note_refused with its issues, or the refusals of the stamp; after
 * provider_unavailable and other refusals, the job continues
 */
export async function finishInvoice(
  run: Run,
  providers: FiscalProviders,
  id: string,
): Promise<void> {
  let due = await run.step((tx) => readRemainingWork(tx, id));
  for (const noteId of due.pending) await attemptNote(run, providers, noteId);
  if (due.pending.length > 0) due = await run.step((tx) => readRemainingWork(tx, id));
  if (due.refused) {
    await withdraw(run, providers, id, due.invoiceRef);
    const message =
      'The credit note that takes a receipt off its global invoice is refused or deleted.';
    throw conflict(message, 'credit_note_refused', due.refused);
  }
  if (due.toStamp.length === 0) return;
  try {
    await stampEach(run, providers, due.toStamp, byBuyer);
  } catch (error) {
    if (isFinal(error)) await withdraw(run, providers, id, due.invoiceRef);
    throw error;
  }
  await bringTo(run, providers, id, 'stamped');
}

/**
 * Drafts a credit note. A final refusal is not thrown, because it is stored with the credit note
 * and handled together with the other credit notes.
 */
async function attemptNote(run: Run, providers: FiscalProviders, noteId: string): Promise<void> {
  try {
    await draftCreditNote(run, providers, noteId);
  } catch (error) {
    if (!isFinal(error)) throw error;
  }
}

/**
 * Stamps drafts in the given order.
 * @param prefix is the beginning of the idempotency key of each stamp; a repeated stamp returns the
 * same response
 */
export async function stampEach(
  run: Run,
  { fiscal }: FiscalProviders,
  references: readonly string[],
  prefix: string,
): Promise<void> {
  for (const reference of references) {
    const context = underKey(run.context, 'commerce', `${prefix}${reference}`);
    await fiscal.stampCfdi({ documentRef: reference }, context);
    failpoint('invoice.stamped');
  }
}

interface RemainingWork {
  invoiceRef: string;
  /** The identifiers of the credit notes to draft. */
  pending: string[];
  /** The issues of a rejected credit note; empty for a deleted or canceled credit note. */
  refused: Issue[] | undefined;
  /** The references of the drafts to stamp now, in order. */
  toStamp: string[];
}

/**
 * Reads the remaining work for the invoice. An invoice without remaining work waits until a person
 * stamps it.
 */
async function readRemainingWork(tx: Transaction, id: string): Promise<RemainingWork> {
  const document = await tx.lock(ReceiptDocument, id, 'document');
  const notes = await notesOfInvoice(tx, id);
  const pending = notes.filter(({ state }) => state === 'pending').map((note) => note.id);
  const failed = notes.find(({ state }) => state === 'failed' || state === 'gone');
  const isDraft = document.state === 'drafted';
  const stamps = isDraft && document.requestKey.startsWith(byBuyer);
  if (isDraft && !stamps && !failed && pending.length === 0) document.dueAt = null;
  const drafts = notes.flatMap(({ state, cfdiId }) => (state === 'drafted' && cfdiId) || []);
  const ids = stamps ? [...drafts, certain(document.cfdiId, 'cfdiId')] : [];
  return {
    invoiceRef: documentRef('cfdi', certain(document.cfdiId, 'cfdiId')),
    pending,
    refused: isDraft && failed ? (failed.issues ?? []) : undefined,
    toStamp: ids.map((cfdiId) => documentRef('cfdi', cfdiId)),
  };
}

async function withdraw(
  run: Run,
  providers: FiscalProviders,
  id: string,
  reference: string,
): Promise<void> {
  await providers.fiscal.deleteCfdi({ documentRef: reference }, withoutKey(run.context));
  await bringTo(run, providers, id, 'gone');
}

/**
 * Sets the state that the document's event will report, so that the next read already shows this
 * state.
 */
async function bringTo(
  run: Run,
  providers: FiscalProviders,
  id: string,
  state: 'stamped' | 'gone',
): Promise<void> {
  await run.step(async (tx) => {
    const document = await tx.lock(ReceiptDocument, id, 'document');
    if (document.state !== 'drafted') return;
    document.state = state;
    document.dueAt = tx.now;
    document.updatedAt = tx.now;
  });
  await settleDocument(run, providers, id);
}
