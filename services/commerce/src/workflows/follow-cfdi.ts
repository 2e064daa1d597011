import type { fiscalCfdi } from '@timbre/contract';
import { LockMode } from '@mikro-orm/postgresql';
import { isNewer, type Transaction } from '@timbre/kit';
import { setCredited } from '../store/receipt-claims';
import {
  handOverClaims,
  ReceiptCreditNote,
  ReceiptDocument,
  resumeDraft,
} from '../store/receipt-documents';
import { creditNoteKey, settle } from './credit-note';
import { documentKey } from './draft-document';
import { leaveStockToReceipts } from './move-cfdi-stock';
import { announceHandedOver, settleReceipts } from './settle-receipts';

const [ofDocument, ofNote] = [documentKey(''), creditNoteKey('')];

/**
 * Stores the outcome of a CFDI that was made from receipts. The job updates the receipts of an
 * invoice, because there can be thousands of receipts. The receipt of a credit note is updated
 * immediately.
 */
export async function followCfdi(
  tx: Transaction,
  cfdi: fiscalCfdi.Cfdi,
  isDeleted: boolean,
): Promise<void> {
  const { key = '' } = cfdi.origin ?? {};
  if (key.startsWith(ofDocument)) {
    await followDocument(tx, key.slice(ofDocument.length), cfdi, isDeleted);
  } else if (key.startsWith(ofNote)) {
    await followNote(tx, key.slice(ofNote.length), cfdi, isDeleted);
  } else if (cfdi.status === 'canceled') {
    await followReplacement(tx, cfdi);
  }
}

/**
 * Whether a stamped CFDI immediately changes only its own document; the job updates its receipts
 * later.
 */
export const locksOnlyItself = ({ origin, status }: fiscalCfdi.Cfdi): boolean =>
  status === 'valid' && !origin?.key?.startsWith(ofNote);

/**
 * Handles a CFDI that replaces a CFDI of receipts. A user drafted the replacing CFDI in
 * fiscal-cfdi, so it has no idempotency key of commerce.
 */
async function followReplacement(tx: Transaction, cfdi: fiscalCfdi.Cfdi): Promise<void> {
  const document = await tx.findBy(ReceiptDocument, { cfdiId: cfdi.cfdiId, state: 'stamped' });
  if (document) await followDocument(tx, document.id, cfdi, false);
}

/**
 * Returns the state of the document after the event; undefined for a draft, which does not affect
 * its receipts.
 */
function reached({ status }: fiscalCfdi.Cfdi, isDeleted: boolean): 'stamped' | 'gone' | undefined {
  if (isDeleted || status === 'canceled') return 'gone';
  return status === 'valid' ? 'stamped' : undefined;
}

const lockMode = LockMode.PESSIMISTIC_WRITE;

async function followDocument(
  tx: Transaction,
  id: string,
  cfdi: fiscalCfdi.Cfdi,
  isDeleted: boolean,
): Promise<void> {
  const document = await tx.find(ReceiptDocument, id, { lockMode });
  if (!document || !isNewer(cfdi.version, document.cfdiVersion)) return;
  document.cfdiVersion = cfdi.version;
  document.cfdiId = cfdi.cfdiId;
  document.total ??= cfdi.total;
  document.updatedAt = tx.now;
  const state = reached(cfdi, isDeleted);
  if (!state || state === document.state || document.state === 'gone') return;
  document.state = state;
  document.dueAt = tx.now;
  const replacementId = cfdi.cancellation?.replacementId;
  if (state === 'gone' && replacementId) await handOver(tx, document, replacementId);
}

/** Moves the receipts of a replaced document to the replacing document (relationship 04). */
async function handOver(tx: Transaction, document: ReceiptDocument, cfdiId: string): Promise<void> {
  const id = tx.newId();
  const { kind, request, locationId, total } = document;
  tx.add(ReceiptDocument, {
    id,
    version: 1,
    kind,
    state: 'stamped',
    requestKey: `replaces ${document.id}`,
    request,
    locationId,
    cfdiId,
    cfdiVersion: 0,
    total,
    skipped: null,
    dueAt: tx.now,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  await handOverClaims(tx, document.id, id);
  await leaveStockToReceipts(tx, cfdiId);
  if (kind === 'invoice') await announceHandedOver(tx, id, cfdiId);
}

async function followNote(
  tx: Transaction,
  id: string,
  cfdi: fiscalCfdi.Cfdi,
  isDeleted: boolean,
): Promise<void> {
  const note = await tx.find(ReceiptCreditNote, id, { lockMode });
  if (!note || !isNewer(cfdi.version, note.cfdiVersion)) return;
  note.cfdiVersion = cfdi.version;
  note.cfdiId = cfdi.cfdiId;
  const state = reached(cfdi, isDeleted) ?? 'drafted';
  if (state === note.state || note.state === 'gone') return;
  await settle(tx, note, state);
  if (!note.invoiceId) return;
  // The job deletes the draft of an invoice that would bill the sale twice without its credit note.
  if (state === 'gone') await resumeDraft(tx, note.invoiceId);
  await setCredited(tx, note, state === 'stamped');
  await settleReceipts(tx, [note.receiptId]);
}
