import type { Transaction } from '@timbre/kit';
import {
  cancellationBySat,
  isCancellationOpen,
  isReceivedBySat,
  nextFollowMs,
  type SatState,
} from '../../domain/cancelling/cancellation';
import { requestedBefore } from '../../domain/cancelling/cancel-codes';
import type { CancelOutcome } from '../../domain/stamping/pac';
import type { SatStatusOutcome } from '../../domain/cancelling/sat-status';
import type { Cancellation } from '../../store/cancellations';
import { recordEvent } from '../../store/cfdi-history';
import type { FiscalDocument } from '../../store/fiscal-documents';
import type { FiscalKind } from '../documents/fiscal-kinds';
import { lockCancellation, type LockedCancellation } from './lock-cancellation';

/**
 * The time until a request is sent again, in milliseconds, if the PAC did not respond or the SAT does not
 * have the stamp yet.
 */
const againMs = 60_000;

/**
 * A cancellation request that is being sent. If a new request fails, it is deleted, unless an earlier call
 * might have reached the SAT.
 */
interface Sending {
  isNew: boolean;
  wasSent: boolean;
}

/**
 * Stores the PAC's response to a cancellation request.
 * @returns false if no PAC received the request, so that the request was deleted
 */
export async function settleRequest(
  tx: Transaction,
  id: string,
  outcome: CancelOutcome,
  { isNew, wasSent }: Sending,
): Promise<boolean> {
  const locked = await lockCancellation(tx, id);
  const { cancellation } = locked;
  if (!isCancellationOpen(cancellation.state) || cancellation.receivedAt) return true;
  switch (outcome.outcome) {
    case 'requested':
      keepAcuse(cancellation, outcome.acuse);
      receive(tx, cancellation, outcome.code);
      announce(tx, locked);
      return true;
    case 'refused':
      keepAcuse(cancellation, outcome.acuse);
      rejectCancellation(tx, locked, outcome);
      return true;
    case 'not_sent':
    case 'account':
      if (wasSent) return true;
      cancellation.sentAt = null;
      if (isNew) await tx.remove(cancellation);
      return !isNew;
    case 'not_known_yet':
    case 'unknown':
      cancellation.nextCheckAt = new Date(tx.now.getTime() + againMs);
      return true;
  }
}

/** Stores the SAT's status of a document whose cancellation request the SAT has received. */
export async function settleState(
  tx: Transaction,
  id: string,
  status: SatStatusOutcome,
): Promise<void> {
  const locked = await lockCancellation(tx, id);
  const { cancellation } = locked;
  if (!isCancellationOpen(cancellation.state)) return;
  cancellation.looks += 1;
  cancellation.nextCheckAt = new Date(tx.now.getTime() + nextFollowMs(cancellation.looks));
  if (status.outcome === 'found') follow(tx, locked, status);
}

/**
 * Stores the SAT's status after a request whose response from the PAC was lost.
 * @returns true if the status shows that the request reached the SAT
 */
export async function settleArrival(
  tx: Transaction,
  id: string,
  status: SatStatusOutcome,
): Promise<boolean> {
  if (status.outcome !== 'found' || !isReceivedBySat(status)) return false;
  const locked = await lockCancellation(tx, id);
  const { cancellation } = locked;
  if (!isCancellationOpen(cancellation.state) || cancellation.receivedAt) return true;
  receive(tx, cancellation, requestedBefore);
  follow(tx, locked, status);
  return true;
}

function receive(tx: Transaction, cancellation: Cancellation, code: string): void {
  cancellation.receivedAt = tx.now;
  cancellation.code = code;
  cancellation.nextCheckAt = new Date(tx.now.getTime() + nextFollowMs(0));
  recordEvent(tx, cancellation.documentId, 'cancel_requested');
}

function follow(tx: Transaction, locked: LockedCancellation, sat: SatState): void {
  const { cancellation, kind, document } = locked;
  const state = cancellationBySat(sat);
  if (state === 'rejected') {
    const message = 'The receiver rejected the cancellation.';
    return rejectCancellation(tx, locked, { code: 'rejected_by_receiver', message });
  }
  const isChanged = cancellation.state !== state;
  cancellation.state = state;
  if (isCancellationOpen(state)) return isChanged ? announce(tx, locked) : undefined;
  finish(tx, cancellation);
  if (document.status === 'valid') cancel(tx, kind, document, cancellation);
}

/** Marks the document as canceled. A canceled document never becomes valid again. */
export function cancel(
  tx: Transaction,
  kind: FiscalKind,
  document: FiscalDocument,
  cancellation?: Cancellation,
): void {
  document.status = 'canceled';
  document.updatedAt = tx.now;
  recordEvent(tx, document.id, 'canceled');
  tx.emit(() => kind.announce('canceled', document, cancellation));
}

/** Ends the cancellation as rejected. The document stays valid, and a new cancellation can be requested. */
export function rejectCancellation(
  tx: Transaction,
  locked: LockedCancellation,
  reason: { code: string; message: string },
): void {
  const { cancellation } = locked;
  const { code, message } = reason;
  Object.assign(cancellation, { state: 'rejected', code, message });
  finish(tx, cancellation);
  recordEvent(tx, cancellation.documentId, 'cancel_rejected', { code, message });
  announce(tx, locked);
}

/**
 * Publishes an event with a new version of the document, because the state of the cancellation is part of
 * the document.
 */
function announce(tx: Transaction, { cancellation, kind, document }: LockedCancellation): void {
  document.updatedAt = tx.now;
  tx.emit(() => kind.announce('cancellation_changed', document, cancellation));
}

function finish(tx: Transaction, cancellation: Cancellation): void {
  cancellation.nextCheckAt = null;
  cancellation.finishedAt = tx.now;
}

function keepAcuse(cancellation: Cancellation, acuse: string | undefined): void {
  if (acuse !== undefined) cancellation.acuse = Buffer.from(acuse);
}
