import type { fiscalCfdi } from '@timbre/contract';
import { certain, Decimal, documentIdOf, documentRef, formOfCompensation } from '@timbre/fiscal';
import {
  failpoint,
  isFinal,
  refusalIssues,
  underKey,
  withoutKey,
  type Issue,
  type Run,
  type Transaction,
} from '@timbre/kit';
import type { FiscalProviders } from './fiscal-drafts';
import { partsOfNote, ReceiptCreditNote, ReceiptDocument } from '../store/receipt-documents';
import { SalesReceiptRefund, showCreditNote } from '../store/sales-receipt-refunds';
import { linesOfReceipts, SalesReceipt } from '../store/sales-receipts';
import { lineOf } from './draft-document';

/** Returns the idempotency key of a credit note in fiscal-cfdi. */
export const creditNoteKey = (id: string): string => `credit_note:${id}`;
/** The Descripcion of the item (SAT, guide of the global CFDI, appendix 2). */
const returned = 'Devolución de mercancías';
const invoicedApart = 'Operación facturada al cliente';
const retryMs = 5_000;
const retryMsMax = 3_600_000;
/**
 * The maximum number of attempts to create a draft that was rejected. There is one attempt per
 * hour, so that people have time to correct the cause.
 */
const attemptsMax = 72;

type Draft =
  | { kind: 'global'; request: fiscalCfdi.DraftGlobalCreditNoteRequest }
  | { kind: 'invoice'; request: fiscalCfdi.DraftReceiptCreditNoteRequest };

/**
 * Drafts a pending credit note, and stamps the draft if requested. The call can be repeated at any
 * time, because fiscal-cfdi returns the same draft for the credit note.
 * @throws the refusals of fiscal-cfdi; after a final refusal, the credit note is `failed` and
 * contains the issues
 */
export async function draftCreditNote(
  run: Run,
  { fiscal }: FiscalProviders,
  id: string,
): Promise<void> {
  const draft = await run.step((tx) => claimed(tx, id));
  try {
    if (draft) {
      const context = withoutKey(run.context);
      const answer =
        draft.kind === 'global'
          ? await fiscal.draftGlobalCreditNote(draft.request, context)
          : await fiscal.draftReceiptCreditNote(draft.request, context);
      failpoint('credit_note.drafted');
      await run.step((tx) => keepDraft(tx, id, answer));
    }
    const toStamp = await run.step((tx) => draftToStamp(tx, id));
    if (toStamp === undefined) return;
    const context = underKey(run.context, 'commerce', creditNoteKey(id));
    await fiscal.stampCfdi({ documentRef: toStamp }, context);
    failpoint('credit_note.stamped');
  } catch (error) {
    if (isFinal(error)) await run.step((tx) => fail(tx, id, refusalIssues(error)));
    throw error;
  }
}

/**
 * Stores the reasons why the credit note failed. A credit note without a draft is retried for three
 * days; a draft whose stamp was rejected waits for a person.
 */
async function fail(tx: Transaction, id: string, issues: Issue[]): Promise<void> {
  const note = await lockNote(tx, id);
  const { cfdiId, invoiceId, attempts } = note;
  await settle(tx, note, 'failed', issues);
  const isOver = invoiceId !== null || cfdiId !== null || attempts >= attemptsMax;
  if (!isOver) note.dueAt = new Date(tx.now.getTime() + retryMsMax);
}

const lockNote = (tx: Transaction, id: string): Promise<ReceiptCreditNote> =>
  tx.lock(ReceiptCreditNote, id, 'credit note');

/** Counts an attempt and schedules the next attempt; the wait doubles each time. */
function attempt(tx: Transaction, note: ReceiptCreditNote): void {
  note.attempts += 1;
  const wait = Math.min(retryMs * 2 ** Math.min(note.attempts, 10), retryMsMax);
  note.dueAt = new Date(tx.now.getTime() + wait);
}

/**
 * Reads a credit note that must be drafted, with its data.
 * @returns undefined if nothing has to be drafted
 */
async function claimed(tx: Transaction, id: string): Promise<Draft | undefined> {
  const note = await lockNote(tx, id);
  const isFailed = note.state === 'failed' && !note.cfdiId;
  if (note.state !== 'pending' && !isFailed) return undefined;
  attempt(tx, note);
  const credited = await tx.get(ReceiptDocument, note.creditedDocumentId, 'document');
  const receipt = await tx.get(SalesReceipt, note.receiptId, 'sales receipt');
  const refund = await refundOf(tx, note);
  const shared = {
    key: creditNoteKey(id),
    receiptRef: documentRef('sales_receipt', receipt.id),
    formCode: formOf(refund, receipt),
  };
  const creditedRef = documentRef('cfdi', certain(credited.cfdiId, 'cfdiId'));
  if (credited.kind === 'global') {
    const parts = await partsOfNote(tx, note);
    const description = note.refundId ? returned : invoicedApart;
    const request = { ...shared, folio: receipt.folio, description, parts };
    return { kind: 'global', request: { ...request, globalDocumentRef: creditedRef } };
  }
  const lines = await refundedLines(tx, receipt.id, refund);
  return { kind: 'invoice', request: { ...shared, lines, invoiceDocumentRef: creditedRef } };
}

type Refund = Pick<SalesReceiptRefund, 'method' | 'lines'>;

/** Returns the refund of the credit note; undefined for a credit note that an invoice requires. */
async function refundOf(
  tx: Transaction,
  { refundId }: ReceiptCreditNote,
): Promise<Refund | undefined> {
  const [refund] = refundId ? await tx.findAll(SalesReceiptRefund, [refundId]) : [];
  return refund;
}

/**
 * Returns the payment form of the refund: the form of the sale, or compensation for a refund as
 * credit.
 */
const formOf = (refund: Refund | undefined, { paymentForm, paidForm }: SalesReceipt): string =>
  refund?.method === 'credit'
    ? formOfCompensation
    : (paymentForm ?? paidForm ?? formOfCompensation);

async function refundedLines(
  tx: Transaction,
  receiptId: string,
  refund: Refund | undefined,
): Promise<fiscalCfdi.CfdiItem[]> {
  const lines = await linesOfReceipts(tx, [receiptId]);
  return (refund?.lines ?? []).flatMap(({ lineRef, quantity = '1', amount }) => {
    const line = lines.find(({ id }) => id === lineRef);
    const charged = Decimal.from(amount).round(2).toString();
    return line ? lineOf(line, { quantity, charged }) : [];
  });
}

async function keepDraft(
  tx: Transaction,
  id: string,
  { documentRef: reference }: fiscalCfdi.ReceiptsDraft,
): Promise<void> {
  const note = await lockNote(tx, id);
  note.cfdiId = documentIdOf(reference, 'cfdi');
  note.updatedAt = tx.now;
  if (note.state === 'pending' || note.state === 'failed') await settle(tx, note, 'drafted');
}

/** Returns the draft that must be stamped now; undefined if there is none. */
async function draftToStamp(tx: Transaction, id: string): Promise<string | undefined> {
  const note = await lockNote(tx, id);
  if (!note.stamps || note.state !== 'drafted' || !note.cfdiId) return undefined;
  attempt(tx, note);
  return documentRef('cfdi', note.cfdiId);
}

/**
 * Sets the state of a credit note and of its refund.
 * @param issues are the reasons for a failure
 */
export async function settle(
  tx: Transaction,
  note: ReceiptCreditNote,
  state: ReceiptCreditNote['state'],
  issues: Issue[] | null = null,
): Promise<void> {
  note.state = state;
  note.issues = issues;
  note.updatedAt = tx.now;
  note.dueAt = note.stamps && state === 'drafted' ? tx.now : null;
  if (!note.refundId) return;
  // If a credit note's draft is deleted, the refund shows the credit note as failed.
  const shown = state === 'gone' ? 'failed' : state;
  await showCreditNote(tx, note.refundId, shown, note.cfdiId ?? null);
}
