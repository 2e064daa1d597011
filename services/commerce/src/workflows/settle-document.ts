import {
  isFinal,
  underKey,
  withoutKey,
  type Refusal,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { documentRef } from '@timbre/fiscal';
import type { FiscalProviders } from './fiscal-drafts';
import {
  byBuyer,
  draftsAbout,
  endNotesAbout,
  ReceiptDocument,
  resumeMs,
  type GlobalRequest,
  type InvoiceRequest,
} from '../store/receipt-documents';
import { settleReceipts } from './settle-receipts';

/** Receipts of one transaction; a till that needs one of them waits until it commits. */
const chunkMax = 500;

/** Why fiscal-cfdi queues no mail in a deployment without a mail server. */
const noMail = 'mail_not_configured';

/**
 * Brings the receipts of a stamped, canceled or deleted document to the status that follows from it,
 * opens or closes the period of a global invoice, and mails a stamped invoice to the buyer who gave an address.
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
 * The receipts of a document that is gone are open, and their next document is net of refunds: credit notes of
 * those would take them off twice.
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

/** Deletes a draft, unless somebody has deleted or stamped it. @throws Error: the job tries again */
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

/** @returns how many receipts followed */
async function settleChunk(tx: Transaction, documentId: string): Promise<number> {
  const document = await tx.lock(ReceiptDocument, documentId, 'document');
  const { state } = document;
  if (state !== 'stamped' && state !== 'gone') return 0;
  const ids = await nextReceipts(tx, document);
  if (ids.length > 0) {
    const change =
      state === 'gone'
        ? 'delete from receipt_claims'
        : `update receipt_claims set state = 'in_force'`;
    await tx.bulk(
      `${change} where org_id = $1 and document_id = $2 and receipt_id = any($3::uuid[])`,
      [tx.organizationId, documentId, ids],
    );
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

/** Where a stamped invoice is still to be sent. */
const addressOf = ({ state, request }: ReceiptDocument): string | undefined =>
  state === 'stamped' ? (request as InvoiceRequest).email : undefined;

/** Queues the mail with XML and PDF, once. A deployment without a mail server sends none. */
async function mail(
  run: Run,
  fiscal: FiscalProviders['fiscal'],
  documentId: string,
): Promise<void> {
  const document = await run.step((tx) => tx.get(ReceiptDocument, documentId, 'document'));
  const email = addressOf(document);
  if (email === undefined) return;
  const reference = documentRef('cfdi', document.cfdiId!);
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

/** Receipts that have not followed yet, locked in the order in which all lock them. */
async function nextReceipts(tx: Transaction, { id, state }: ReceiptDocument): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select r.id from receipt_claims c
     join sales_receipts r on r.org_id = c.org_id and r.id = c.receipt_id
     where c.org_id = $1 and c.document_id = $2 and ($3::bool or c.state = 'claimed')
     order by r.id limit ${chunkMax} for update of r`,
    [tx.organizationId, id, state === 'gone'],
  );
  return rows.map((row) => row.id);
}

/** A stamped global invoice closes its days: no sale may be dated back into them. */
async function settlePeriod(
  tx: Transaction,
  { kind, state, request, locationId, cfdiId }: ReceiptDocument,
): Promise<void> {
  if (kind !== 'global' || !cfdiId) return;
  if (state === 'gone') {
    await tx.rows('delete from closed_sales_periods where org_id = $1 and cfdi_id = $2', [
      tx.organizationId,
      cfdiId,
    ]);
    return;
  }
  const { startsOn, endsOn } = (request as GlobalRequest).period;
  await tx.rows(
    `insert into closed_sales_periods (id, org_id, location_id, starts_on, ends_on, cfdi_id)
     values ($1, $2, $3, $4, $5, $6) on conflict (org_id, cfdi_id) do nothing`,
    [tx.newId(), tx.organizationId, locationId ?? null, startsOn, endsOn, cfdiId],
  );
}

/**
 * The drafts of credit notes for an invoice that no longer exists. They are deleted, and their receipts
 * stay in the global invoice.
 */
async function orphanedNotes(tx: Transaction, documentId: string): Promise<string[]> {
  const document = await tx.get(ReceiptDocument, documentId, 'document');
  if (document.state !== 'gone') return [];
  const rows = await tx.rows<{ cfdiId: string | null }>(
    `update receipt_credit_notes set due_at = null, state = case when cfdi_id is null then 'gone'
       else state end where org_id = $1 and invoice_id = $2 and state in ('pending', 'drafted')
     returning cfdi_id as "cfdiId"`,
    [tx.organizationId, documentId],
  );
  return rows.flatMap(({ cfdiId }) => (cfdiId ? [documentRef('cfdi', cfdiId)] : []));
}
