import type { fiscalCfdi } from '@timbre/contract';
import { longCommand, replyWith, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { isCancellationOpen } from '../domain/cancelling/cancellation';
import { satQueryOf, type SatQuery, type SatStatusOutcome } from '../domain/cancelling/sat-status';
import { lastCancellationOf } from '../store/cancellations';
import { Cfdi, cfdiName } from '../store/cfdi/cfdi';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { openAttempt } from '../store/stamping/stamp-attempts';
import {
  advanceCancellation,
  type CancellationProviders,
} from '../workflows/cancelling/advance-cancellation';
import { cancel } from '../workflows/cancelling/cancellation-outcome';
import { cfdiKind, documentIdOf } from '../workflows/documents/fiscal-kinds';
import { checkAttempt } from '../workflows/stamping/send-attempt';

/**
 * The checks that are still open for a document: the outcome of its stamp, of its cancellation, or its
 * status at the SAT.
 */
interface Open {
  attemptId?: string | undefined;
  cancellationId?: string | undefined;
  /** The query to the SAT's status service; present for a valid document without an open cancellation. */
  query?: SatQuery | undefined;
}

/** Queries the PAC and the SAT about a document immediately, without waiting for the job. */
export const synchronizeCfdi = longCommand(
  async (run, request: fiscalCfdi.SynchronizeCfdiRequest, providers: CancellationProviders) => {
    const cfdiId = documentIdOf(cfdiKind, request.documentRef);
    const { attemptId, cancellationId, query } = await run.step((tx) => makeDue(tx, cfdiId));
    if (attemptId) await checkAttempt(run, providers.pacs, attemptId);
    if (cancellationId)
      await advanceCancellation(run, providers, cancellationId, { isAsked: true });
    if (query) {
      const status = await providers.satStatus.consult(query);
      await run.step((tx) => settleElsewhere(tx, cfdiId, status));
    }
    return run.finish(() => Promise.resolve(replyWith(cfdiDetail, cfdiId)));
  },
);

async function makeDue(tx: Transaction, cfdiId: string): Promise<Open> {
  const cfdi = await tx.lock(Cfdi, cfdiId, cfdiName);
  const attempt = await openAttempt(tx, cfdiId);
  if (attempt?.state === 'unknown') attempt.nextCheckAt = tx.now;
  const last = await lastCancellationOf(tx, cfdiId);
  const cancellation = last && isCancellationOpen(last.state) ? last : undefined;
  if (cancellation) cancellation.nextCheckAt = tx.now;
  const isSettled = cfdi.status === 'valid' && !cancellation && cfdi.stampedXml;
  return {
    attemptId: attempt?.id,
    cancellationId: cancellation?.id,
    query: isSettled ? satQueryOf('cfdi', certain(cfdi.stampedXml, 'stampedXml')) : undefined,
  };
}

/** Stores a cancellation that the taxpayer requested on the SAT's own website. */
async function settleElsewhere(
  tx: Transaction,
  cfdiId: string,
  status: SatStatusOutcome,
): Promise<void> {
  if (status.outcome !== 'found' || !status.isCanceled) return;
  const cfdi = await tx.lock(Cfdi, cfdiId, cfdiName);
  if (cfdi.status === 'valid') cancel(tx, cfdiKind, cfdi);
}
