import type { fiscalCfdi } from '@timbre/contract';
import {
  conflict, invalid, longCommand, notFound, replyWith, unavailable, type Run, type Transaction,
} from '@timbre/kit'; // prettier-ignore
import { cancellationIssues, isCancellationOpen } from '../domain/cancellation';
import { Cancellation, lastCancellationOf } from '../store/cancellations';
import { Cfdi, cfdiName } from '../store/cfdi';
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
  const replacementId = await replacementOf(tx, cfdiId, request.replacementDocumentRef);
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

async function replacementOf(
  tx: Transaction,
  cfdiId: string,
  reference: string | undefined,
): Promise<string | null> {
  if (reference === undefined) return null;
  const found = await tx.find(Cfdi, cfdiIdOf(reference));
  const path = ['replacementDocumentRef'];
  if (!found) {
    const message = 'No CFDI with this identifier exists in your organization.';
    throw notFound(cfdiName, [{ path, code: 'replacement_unknown', message }]);
  }
  const isFit = found.id !== cfdiId && found.direction === 'issued' && found.status !== 'canceled';
  if (isFit) return found.id;
  const message = 'The replacement is another draft or valid CFDI that you issue.';
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
