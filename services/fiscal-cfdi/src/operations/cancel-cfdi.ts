import type { fiscalCfdi } from '@timbre/contract';
import { LockMode } from '@mikro-orm/postgresql';
import {
  conflict, invalid, isIdentifier, longCommand, notFound, replyWith, unavailable, type Run,
  type Transaction,
} from '@timbre/kit'; // prettier-ignore
import { cancellationIssues, isCancellationOpen } from '../domain/cancellation';
import { refusedEdit } from '../domain/editable';
import { inPlaceOf } from '../domain/replacement';
import { Cancellation, lastCancellationOf } from '../store/cancellations';
import { Cfdi, cfdiName } from '../store/cfdi';
import { isRelated } from '../store/cfdi-relations';
import { cfdiDetail } from '../store/cfdi-resources';
import { advanceCancellation, type CancellationProviders } from './advance-cancellation';
import { cfdiIdOf } from './editable-cfdi';
import { requesterOf } from './seal-draft';

/**
 * Asks the SAT to cancel a document, or writes it down until its replacement is stamped. What comes
 * of it is followed by a job; 202 says no more than that it is asked for.
 */
export const cancelCfdi = longCommand(
  async (run, request: fiscalCfdi.CancelCfdiRequest, providers: CancellationProviders) => {
    const issues = cancellationIssues(request);
    if (issues.length) throw invalid(issues);
    const cfdiId = cfdiIdOf(request.documentRef);
    const { id, isNew } = await run.step((tx) => prepare(tx, cfdiId, request, requesterOf(run)));
    const isTaken = await advanceCancellation(run, providers, id, { isNew });
    if (!isTaken) throw unavailable('The SAT cannot be reached right now; nothing was requested.');
    await refuseRejected(run, id);
    return run.finish(() => Promise.resolve(replyWith(cfdiDetail, cfdiId)));
  },
);

/** Finds what this request has asked for already, or writes the request down. */
async function prepare(
  tx: Transaction,
  cfdiId: string,
  request: fiscalCfdi.CancelCfdiRequest,
  requestedBy: string,
): Promise<{ id: string; isNew: boolean }> {
  const cfdi = await tx.lock(Cfdi, cfdiId, cfdiName);
  const last = await lastCancellationOf(tx, cfdiId);
  if (last?.requestedBy === requestedBy) return { id: last.id, isNew: last.receivedAt == null };
  if (last && isCancellationOpen(last.state))
    throw conflict('A cancellation of this CFDI is under way.', 'cancellation_in_progress');
  if (cfdi.status !== 'valid' || cfdi.direction !== 'issued')
    throw conflict('Only valid CFDI that you issued are canceled.', 'not_cancelable');
  const replacementId = await replacementOf(tx, cfdi, request.replacementDocumentRef);
  const id = tx.add(Cancellation, {
    version: 1,
    cfdiId,
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
 * The replacement, locked so that it is not sealed meanwhile. A draft names what it replaces once it
 * is sealed; one that is sealed already is of use only if it does.
 */
async function replacementOf(
  tx: Transaction,
  { id: cfdiId, uuid }: Cfdi,
  reference: string | undefined,
): Promise<string | null> {
  if (reference === undefined) return null;
  const id = cfdiIdOf(reference);
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const found = isIdentifier(id) ? await tx.findBy(Cfdi, { id }, { lockMode }) : undefined;
  const path = ['replacementDocumentRef'];
  if (!found) {
    const message = 'No CFDI with this identifier exists in your organization.';
    throw notFound(cfdiName, [{ path, code: 'replacement_unknown', message }]);
  }
  const isOther =
    found.id !== cfdiId && found.direction === 'issued' && found.status !== 'canceled';
  const relation = { cfdiId: found.id, relationship: inPlaceOf, uuid: uuid! };
  if (isOther && (!refusedEdit(found) || (await isRelated(tx, relation)))) return found.id;
  const message = isOther
    ? 'The replacement is stamped and does not name this CFDI under relationship 04; name a draft.'
    : 'The replacement is another draft or valid CFDI that you issue.';
  throw conflict(message, 'replacement_unfit', [{ path, code: 'replacement_unfit', message }]);
}

/** A refusal of the SAT is the outcome of this request. */
async function refuseRejected(run: Run, id: string): Promise<void> {
  const { state, code, message, receivedAt } = await run.step((tx) =>
    tx.get(Cancellation, id, 'cancellation'),
  );
  if (state !== 'rejected' || receivedAt) return;
  throw conflict(
    'The SAT refuses the cancellation; the CFDI stays valid.',
    'cancellation_refused',
    [{ path: [], code: code ?? 'unknown', message: message ?? '' }],
  );
}
