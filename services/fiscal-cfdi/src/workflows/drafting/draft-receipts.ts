import type { fiscalCfdi } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import { conflict, createRun, invalid, type Operation, type Transaction } from '@timbre/kit';
import type { Draft } from '../../domain/drafting/draft';
import type { Credited } from '../../domain/invoices/receipts';
import type { Cfdi } from '../../store/cfdi/cfdi';
import { lockDraftOfKey } from '../../store/cfdi/drafts-of-receipts';
import { cfdiKind, documentIdOf, getDocument } from '../documents/fiscal-kinds';
import { acceptComplete } from './accept-draft';
import { addDraft } from './add-draft';

/** The maximum length of the key of commerce's request. */
const keyMax = 200;

/**
 * Builds an operation that creates the draft of a document for sales receipts. A repeated request with the
 * same key returns the same document, even if the document has changed since.
 * @throws Refusal if the draft breaks a rule
 */
export const draftsReceipts = <Request extends { key: string }>(
  draftOf: (request: Request, tx: Transaction) => Draft | Promise<Draft>,
): Operation<Request, unknown, fiscalCfdi.ReceiptsDraft> => ({
  run: (runtime, context, request) =>
    createRun(runtime, context).step(async (tx) => {
      requireKey(request);
      const known = await lockDraftOfKey(tx, request.key);
      if (known) {
        const { id, status, total } = known;
        return { documentRef: documentRef('cfdi', id), status, total };
      }
      const columns = await acceptComplete(tx, await draftOf(request, tx));
      const id = await addDraft(tx, columns);
      return { documentRef: documentRef('cfdi', id), status: 'draft', total: columns.total };
    }),
});

function requireKey({ key }: { key: string }): void {
  if (key !== '' && key.length <= keyMax) return;
  const message = `A key must have 1 to ${keyMax} characters.`;
  throw invalid([{ path: ['key'], code: 'key_invalid', message }]);
}

/**
 * Reads the stamped document that a credit note credits.
 * @throws Refusal with not_found or conflict not_stamped
 */
export async function creditedDocument(tx: Transaction, reference: string): Promise<Credited> {
  const { status, uuid, placeOfIssue, customer }: Cfdi = await getDocument(
    tx,
    cfdiKind,
    documentIdOf(cfdiKind, reference),
  );
  if (status === 'valid' && uuid) return { uuid, placeOfIssue, customer: customer ?? null };
  throw conflict(`The document is ${status}; only a valid one can be credited.`, 'not_stamped');
}

/**
 * Returns the UUID of a canceled document that a new document replaces.
 * @throws Refusal with not_found or conflict not_canceled
 */
export async function replacedDocument(tx: Transaction, reference: string): Promise<string> {
  const id = documentIdOf(cfdiKind, reference);
  const { status, uuid }: Cfdi = await getDocument(tx, cfdiKind, id);
  if (status === 'canceled' && uuid) return uuid;
  throw conflict(`The document is ${status}; cancel it first.`, 'not_canceled');
}

/**
 * Refuses to change a document that was made from sales receipts, because commerce has stored its amounts.
 * @throws Refusal with conflict made_from_receipts
 */
export function refuseReceipts({ origin }: Pick<Cfdi, 'origin'>): void {
  if (!origin) return;
  const message = 'This document was made from sales receipts; delete it and invoice them again.';
  throw conflict(message, 'made_from_receipts');
}
