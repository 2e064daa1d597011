import {
  isFinal,
  underKey,
  withoutKey,
  type Refusal,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { certain, documentRef } from '@timbre/fiscal';
import type { FiscalProviders } from './fiscal-drafts';
import { closePeriod, reopenPeriod } from '../store/closed-periods';
import { enforceClaims, freeReceipts, lockNextReceipts } from '../store/receipt-claims';
import {
  byBuyer,
  draftsAbout,
  endNotesAbout,
  endNotesOfInvoice,
  ReceiptDocument,
  resumeMs,
  type GlobalRequest,
  type InvoiceRequest,
} from '../store/receipt-documents';
import { settleReceipts } from './settle-receipts';

/**
 * The number of receipts in one transaction. Requests that need one of these receipts wait for the
 * commit.
 */
const chunkMax = 500;

/** The reason with which fiscal-cfdi refuses to queue a mail if no mail server is configured. */
const noMail = 'mail_not_configured';

/**
 * Updates the status of the receipts of a stamped, canceled or deleted document, closes or reopens
 * the period of a global invoice, and mails a stamped invoice to the buyer's address.
 */
export async function settleDocument(
  run: Run,
  { fiscal }: FiscalProviders,
  documentId: string,
): Promise<void> {
  for (const reference of await run.step((tx) => orphanedNotes(tx, documentId))) {
    await deleteDraft(run, fiscal, reference);
  }
  await endRefundNotes(run, fiscal, documentId);
  let settled = chunkMax;
  while (settled === chunkMax) settled = await run.step((tx) => settleChunk(tx, documentId));
  await mail(run, fiscal, documentId);
}

/**
 * Ends the credit notes of refunds after their document is canceled or deleted. The receipts are
 * open again, and their next document already excludes the refunds, so the credit notes would
 * deduct the refunds twice.
 */
async function endRefundNotes(
  run: Run,
  fiscal: FiscalProviders['fiscal'],
  documentId: string,
): Promise<void> {
  const document = await run.step((tx) => tx.get(ReceiptDocument, documentId, 'document'));
  if (document.state !== 'gone') return;
  for (const reference of await run.step((tx) => draftsAbout(tx, documentId))) {
    await deleteDraft(run, fiscal, reference);
  }
  await run.step((tx) => endNotesAbout(tx, documentId));
}

/**
 * Deletes a draft, except if the draft was deleted or stamped in the meantime.
 * @throws Error if the draft cannot be deleted now; the job then retries
 */
async function deleteDraft(
  run: Run,
  fiscal: FiscalProviders['fiscal'],
  reference: string,
): Promise<void> {
  try {
    await fiscal.deleteCfdi({ documentRef: reference }, withoutKey(run.context));
  } catch (error) {
    if (!isFinal(error)) throw error;
  }
}

/**
 * Updates the next receipts of the document.
 * @returns the number of updated receipts
 */
async function settleChunk(tx: Transaction, documentId: string): Promise<number> {
  const document = await tx.lock(ReceiptDocument, documentId, 'document');
  const { state } = document;
  if (state !== 'stamped' && state !== 'gone') return 0;
  const ids = await lockNextReceipts(tx, document, chunkMax);
  if (ids.length > 0) {
    await (state === 'gone' ? freeReceipts : enforceClaims)(tx, documentId, ids);
    await settleReceipts(tx, ids);
  }
  if (ids.length < chunkMax) {
    await settlePeriod(tx, document);
    document.dueAt =
      addressOf(document) === undefined ? null : new Date(tx.now.getTime() + resumeMs);
    document.updatedAt = tx.now;
  }
  return ids.length;
}

/** Returns the address to which a stamped invoice must be sent; undefined if there is none. */
const addressOf = ({ state, request }: ReceiptDocument): string | undefined =>
  state === 'stamped' ? (request as InvoiceRequest).email : undefined;

/** Queues one mail with the XML and the PDF. If no mail server is configured, no mail is sent. */
async function mail(
  run: Run,
  fiscal: FiscalProviders['fiscal'],
  documentId: string,
): Promise<void> {
  const document = await run.step((tx) => tx.get(ReceiptDocument, documentId, 'document'));
  const email = addressOf(document);
  if (email === undefined) return;
  const reference = documentRef('cfdi', certain(document.cfdiId, 'cfdiId'));
  const context = underKey(run.context, 'commerce', `${byBuyer}mail:${reference}`);
  try {
    await fiscal.sendDocument({ documentRef: reference, recipients: [email] }, context);
  } catch (error) {
    const isForGood = isFinal(error) || (error as Refusal).details?.reason === noMail;
    if (!isForGood) throw error;
  }
  await run.step((tx) => forgetAddress(tx, documentId));
}

async function forgetAddress(tx: Transaction, documentId: string): Promise<void> {
  const document = await tx.lock(ReceiptDocument, documentId, 'document');
  const { email: _, ...request } = document.request as InvoiceRequest;
  document.request = request;
  if (document.state === 'stamped') document.dueAt = null;
}

/**
 * Closes the days of a stamped global invoice, and reopens the days of a canceled or deleted global
 * invoice.
 */
async function settlePeriod(
  tx: Transaction,
  { kind, state, request, locationId, cfdiId }: ReceiptDocument,
): Promise<void> {
  if (kind !== 'global' || !cfdiId) return;
  if (state === 'gone') await reopenPeriod(tx, cfdiId);
  else await closePeriod(tx, cfdiId, locationId, (request as GlobalRequest).period);
}

/**
 * Ends the credit notes of an invoice that no longer exists, and returns their drafts. The caller
 * deletes these drafts, and the receipts stay in the global invoice.
 */
async function orphanedNotes(tx: Transaction, documentId: string): Promise<string[]> {
  const document = await tx.get(ReceiptDocument, documentId, 'document');
  if (document.state !== 'gone') return [];
  return (await endNotesOfInvoice(tx, documentId)).map((cfdiId) => documentRef('cfdi', cfdiId));
}
