import { LockMode } from '@mikro-orm/postgresql';
import {
  conflict, invalid, notDone, notFound, replyWith, requireJudged, type Finished, type Refusal,
  type Run, type Transaction,
} from '@timbre/kit'; // prettier-ignore
import { cancellationIssues, isCancellationOpen } from '../../domain/cancelling/cancellation';
import { Cancellation, lastCancellationOf } from '../../store/cancellations';
import { requesterOf } from '../stamping/add-attempt';
import { advanceCancellation, type CancellationProviders } from './advance-cancellation';
import { outdateDraft, type FiscalDocument } from '../../store/fiscal-documents';
import { openAttempt } from '../../store/stamping/stamp-attempts';
import {
  documentIdOf,
  findDocument,
  lockDocument,
  type FiscalKind,
} from '../documents/fiscal-kinds';
import { requireKnownOutcome } from '../stamping/require-known-outcome';

/**
 * Requests the cancellation of a document, or stores the request until the replacement is stamped. A job
 * then tracks the outcome of the cancellation. A response 202 means only that the cancellation was
 * requested.
 */
export async function cancelDocument(
  run: Run,
  kind: FiscalKind,
  request: CancelRequest,
  providers: CancellationProviders,
): Promise<Finished> {
  const issues = cancellationIssues(request);
  if (issues.length) throw invalid(issues);
  const documentId = documentIdOf(kind, request.documentRef);
  const { id, isNew } = await run.step((tx) => prepare(tx, kind, request, requesterOf(run)));
  const isTaken = await advanceCancellation(run, providers, id, { isNew, isAsked: true });
  if (!isTaken) throw notRequested();
  await refuseRejected(run, kind, id);
  return run.finish(() => Promise.resolve(replyWith(kind.detail, documentId)));
}

function notRequested(): Refusal {
  const message = 'The SAT cannot be reached right now; nothing was requested. Try again.';
  return notDone(message, 'sat_unreachable');
}

/**
 * Returns the refusal for a document whose XML is not stored. The SAT's status service requires the seal,
 * so without the XML the outcome of the cancellation could not be queried.
 */
function xmlMissing({ name }: FiscalKind): Refusal {
  const message = `Only the metadata of this ${name} is available; import its XML to cancel it.`;
  return conflict(message, 'xml_missing');
}

export interface CancelRequest {
  documentRef: string;
  motive: string;
  replacementDocumentRef?: string | undefined;
}

/**
 * Returns the cancellation of an earlier request with the same idempotency key, or stores a new
 * cancellation.
 * - cancellation_in_progress: a cancellation of the document is already in progress
 */
async function prepare(
  tx: Transaction,
  kind: FiscalKind,
  request: CancelRequest,
  requestedBy: string,
): Promise<{ id: string; isNew: boolean }> {
  const documentId = documentIdOf(kind, request.documentRef);
  const document = await lockDocument(tx, kind, documentId);
  const last = await lastCancellationOf(tx, documentId);
  if (last?.requestedBy === requestedBy) return { id: last.id, isNew: last.sentAt == null };
  if (last && isCancellationOpen(last.state))
    throw conflict(
      `A cancellation of this ${kind.name} is already in progress.`,
      'cancellation_in_progress',
    );
  await requireJudged(tx, kind.detail, documentId);
  const open = await openAttempt(tx, documentId);
  if (open) requireKnownOutcome(tx, open);
  if (document.status !== 'valid' || !kind.isIssued(document))
    throw conflict('Only valid documents that you issued can be canceled.', 'not_cancelable');
  if (!document.stampedXml) throw xmlMissing(kind);
  const replacementId = await replacementOf(tx, kind, document, request.replacementDocumentRef);
  const id = tx.add(Cancellation, {
    version: 1,
    documentKind: kind.kind,
    documentId,
    motive: request.motive,
    replacementId,
    state: 'requested',
    requestedBy,
    actor: tx.context.actor,
    looks: 0,
    createdAt: tx.now,
    nextCheckAt: tx.now,
  });
  return { id, isNew: true };
}

/**
 * Locks the replacement, so that no concurrent request seals it. Sealing a draft adds the relationship to
 * the replaced document; a sealed document must already contain this relationship.
 * - replacement_unfit: the replacement must be of a kind that can replace this document, and be a draft or
 *   relate to this document under relationship 04
 * - replacement_unknown: your organization has no document with the identifier of the replacement
 */
async function replacementOf(
  tx: Transaction,
  kind: FiscalKind,
  replaced: FiscalDocument,
  reference: string | undefined,
): Promise<string | null> {
  if (reference === undefined) return null;
  const id = documentIdOf(kind, reference);
  const path = ['replacementDocumentRef'];
  const found = await findDocument(tx, kind, id, LockMode.PESSIMISTIC_WRITE);
  if (!found) {
    const message = `No ${kind.name} with this identifier exists in your organization.`;
    throw notFound(kind.name, [{ path, code: 'replacement_unknown', message }]);
  }
  if (found.status === 'valid' && !found.stampedXml) throw xmlMissing(kind);
  const isOther = found.id !== replaced.id && kind.isIssued(found) && found.status !== 'canceled';
  if (isOther && (await kind.canReplace(tx, found, replaced))) {
    await outdateDraft(tx, kind.detail, found.id);
    return found.id;
  }
  const message = isOther
    ? `The replacement must be of a kind that replaces this ${kind.name}, and name it under relationship 04 or be a draft.`
    : `The replacement must be another draft or a valid ${kind.name} that you issued.`;
  throw conflict(message, 'replacement_unfit', [{ path, code: 'replacement_unfit', message }]);
}

/**
 * Converts the SAT's refusal to the refusal of this request.
 * - cancellation_refused: the SAT refused the cancellation, so the document stays valid
 */
async function refuseRejected(run: Run, { name }: FiscalKind, id: string): Promise<void> {
  const { state, code, message, receivedAt } = await run.step((tx) =>
    tx.get(Cancellation, id, 'cancellation'),
  );
  if (state !== 'rejected' || receivedAt) return;
  throw conflict(
    `The SAT refused the cancellation; the ${name} stays valid.`,
    'cancellation_refused',
    [{ path: [], code: code ?? 'unknown', message: message ?? '' }],
  );
}
