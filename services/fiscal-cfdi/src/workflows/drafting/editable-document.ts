import { conflict, Refusal, type Transaction } from '@timbre/kit';
import { documentRef } from '@timbre/fiscal';
import { refusedEdit } from '../../domain/drafting/editable';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { openAttempt } from '../../store/stamping/stamp-attempts';
import { documentIdOf, lockDocument, type FiscalKind } from '../documents/fiscal-kinds';
import { requireKnownOutcome } from '../stamping/require-known-outcome';

/**
 * Reads and locks the draft to which a reference refers.
 * @throws Refusal with not_found, with conflict if the document is not a draft or is being stamped, or with
 * recovery_required
 */
export async function lockDraft<Document extends FiscalDocument>(
  tx: Transaction,
  kind: FiscalKind<Document>,
  reference: string,
): Promise<Document> {
  const document = await lockDocument(tx, kind, documentIdOf(kind, reference));
  const refused = refusedEdit(document, kind.name);
  if (!refused) return document;
  const { message, reason } = refused;
  if (reason === 'not_a_draft') throw conflict(message, reason);
  const open = await openAttempt(tx, document.id);
  if (open) requireKnownOutcome(tx, open);
  const frozen = { documentRef: documentRef(kind.kind, document.id), editable: false };
  throw new Refusal('conflict', message, { reason, document: frozen });
}

/** The column values that remove a seal that the PAC refused. */
export const unsealed = {
  stage: 'draft',
  issuedLocal: null,
  sealedXml: null,
  selloHash: null,
  lastRejection: null,
} as const;
