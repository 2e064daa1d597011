import type { Transaction } from '@timbre/kit';
import { cancellationBySat, isCancellationOpen, nextFollowMs } from '../domain/cancellation';
import type { CancelOutcome } from '../domain/pac';
import type { SatStatusOutcome } from '../domain/sat-status';
import { lockCancellation, type Cancellation } from '../store/cancellations';
import { recordEvent } from '../store/cfdi-history';
import type { FiscalDocument } from '../store/fiscal-documents';
import { fiscalKindOf, lockDocument, type FiscalKind } from './fiscal-kinds';

/** A request that the PAC did not answer, or whose stamp the SAT does not know yet, goes again. */
const againMs = 60_000;

/**
 * Writes down what the PAC said of a request.
 * @returns false when it was taken by nobody and is forgotten
 */
export async function settleRequest(
  tx: Transaction,
  id: string,
  outcome: CancelOutcome,
  isNew: boolean,
): Promise<boolean> {
  const cancellation = await lockCancellation(tx, id);
  if (!isCancellationOpen(cancellation.state) || cancellation.receivedAt) return true;
  switch (outcome.outcome) {
    case 'requested':
      cancellation.receivedAt = tx.now;
      cancellation.code = outcome.code;
      keepAcuse(cancellation, outcome.acuse);
      recordEvent(tx, cancellation.documentId, 'cancel_requested');
      cancellation.nextCheckAt = new Date(tx.now.getTime() + nextFollowMs(0));
      return true;
    case 'refused':
      keepAcuse(cancellation, outcome.acuse);
      rejectCancellation(tx, cancellation, outcome);
      return true;
    case 'not_sent':
    case 'account':
      if (isNew) {
        await tx.remove(cancellation);
        return false;
      }
      return true;
    case 'not_known_yet':
    case 'unknown':
      cancellation.nextCheckAt = new Date(tx.now.getTime() + againMs);
      return true;
  }
}

/** Writes down what the SAT shows of a document whose cancellation it has. */
export async function settleState(
  tx: Transaction,
  id: string,
  status: SatStatusOutcome,
): Promise<void> {
  const cancellation = await lockCancellation(tx, id);
  if (!isCancellationOpen(cancellation.state)) return;
  cancellation.looks += 1;
  cancellation.nextCheckAt = new Date(tx.now.getTime() + nextFollowMs(cancellation.looks));
  if (status.outcome !== 'found') return;
  const state = cancellationBySat(status);
  if (state === 'rejected') {
    const message = 'The receiver rejected the cancellation.';
    rejectCancellation(tx, cancellation, { code: 'rejected_by_receiver', message });
    return;
  }
  cancellation.state = state;
  if (isCancellationOpen(state)) return;
  finish(tx, cancellation);
  const kind = fiscalKindOf(cancellation.documentKind);
  cancel(tx, kind, await lockDocument(tx, kind, cancellation.documentId));
}

/** The document is canceled at the SAT; nothing makes it valid again. */
export function cancel(tx: Transaction, kind: FiscalKind, document: FiscalDocument): void {
  document.status = 'canceled';
  document.updatedAt = tx.now;
  recordEvent(tx, document.id, 'canceled');
  tx.emit(() => kind.announce('canceled', document));
}

/** The document stays valid; another cancellation may be asked for. */
export function rejectCancellation(
  tx: Transaction,
  cancellation: Cancellation,
  reason: { code: string; message: string },
): void {
  const { code, message } = reason;
  Object.assign(cancellation, { state: 'rejected', code, message });
  finish(tx, cancellation);
  recordEvent(tx, cancellation.documentId, 'cancel_rejected', { code, message });
}

function finish(tx: Transaction, cancellation: Cancellation): void {
  cancellation.nextCheckAt = null;
  cancellation.finishedAt = tx.now;
}

function keepAcuse(cancellation: Cancellation, acuse: string | undefined): void {
  if (acuse !== undefined) cancellation.acuse = Buffer.from(acuse);
}
