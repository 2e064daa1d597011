import type { Run, Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { nextAttemptState, sealedMs, sendingMs } from '../../domain/stamping/attempt-state';
import { StampAttempt } from '../../store/stamping/stamp-attempts';
import type { FiscalKind } from '../documents/fiscal-kinds';

/**
 * Returns the text that identifies a request in its attempts, so that a retry finds the attempt of the
 * first call.
 */
export function requesterOf({ context }: Pick<Run, 'context'>): string {
  const { idempotency, actor } = context;
  return idempotency ? requesterWith(idempotency) : actor;
}

/**
 * Returns the text that identifies a request by its route and idempotency key. Payroll seals the receipts
 * of a run in advance, and this text identifies their attempts.
 */
export const requesterWith = ({ route, key }: { route: string; key: string }): string =>
  `${route} ${key}`;

/** Returns whether payroll made the request. Payroll seals its receipts before it requests their stamps. */
export const isOfPayroll = (requestedBy: string): boolean => requestedBy.startsWith('payroll ');

/**
 * Returns the values of a new attempt, whose document was not sent yet. If the document is not sent within
 * `keptMs`, the reconciler releases it.
 */
export const sealedAttempt = (
  { context, now }: Transaction,
  attempt: Pick<StampAttempt, 'id' | 'documentKind' | 'documentId' | 'requestedBy'> & {
    reservedMinor: number | undefined;
  },
  keptMs: number,
) => ({
  ...attempt,
  version: 1,
  state: 'sealed' as const,
  actor: context.actor,
  refusedBy: [],
  checks: 0,
  createdAt: now,
  nextCheckAt: new Date(now.getTime() + keptMs),
});

/** Returns the column values of an attempt that is pinned to a PAC. */
export const pinnedTo = (pac: string, now: Date) => ({
  pac,
  sentAt: now,
  nextCheckAt: new Date(now.getTime() + sendingMs),
});

/**
 * Adds a stamp attempt for a document that is being sealed.
 * @param reservedMinor is the number of centavos that the wallet reserves for the stamp
 * @param pac is the PAC to which the document is sent right after the commit, if the PAC is already chosen
 */
export function addAttempt(
  tx: Transaction,
  { kind: documentKind }: FiscalKind,
  documentId: string,
  { id, reservedMinor, pac }: { id: string; reservedMinor?: number | undefined; pac?: string },
): void {
  const attempt = { id, documentKind, documentId, requestedBy: requesterOf(tx), reservedMinor };
  const sealed = sealedAttempt(tx, attempt, sealedMs);
  const state = certain(nextAttemptState(sealed.state, 'send'), 'state');
  const pinned = pac === undefined ? sealed : { ...sealed, state, ...pinnedTo(pac, tx.now) };
  tx.add(StampAttempt, pinned);
}
