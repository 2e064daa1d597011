import type { Run, Transaction } from '@timbre/kit';
import { nextAttemptState, sealedMs, sendingMs } from '../../domain/stamping/stamping';
import { StampAttempt } from '../../store/stamping/stamp-attempts';
import type { FiscalKind } from '../documents/fiscal-kinds';

/** Who asked: attempts remember it, so that a repeat finds its own. */
export function requesterOf({ context }: Pick<Run, 'context'>): string {
  const { idempotency, actor } = context;
  return idempotency ? requesterWith(idempotency) : actor;
}

/** Who asks with a key; receipts of a run have theirs beforehand. */
export const requesterWith = ({ route, key }: { route: string; key: string }): string =>
  `${route} ${key}`;

/** Whether payroll asked, which has its receipts sealed before. */
export const isOfPayroll = (requestedBy: string): boolean => requestedBy.startsWith('payroll ');

/** An attempt with nothing sent, given up when nobody sends it in so long. */
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

/** What an attempt is from the first byte that may have gone to a PAC. */
export const pinnedTo = (pac: string, now: Date) => ({
  pac,
  sentAt: now,
  nextCheckAt: new Date(now.getTime() + sendingMs),
});

/**
 * Adds the attempt to stamp a document that is being sealed.
 * @param reservedMinor what the wallet has set aside for it
 * @param pac where it is sent as soon as this is committed, when that is known
 */
export function addAttempt(
  tx: Transaction,
  { kind: documentKind }: FiscalKind,
  documentId: string,
  { id, reservedMinor, pac }: { id: string; reservedMinor?: number | undefined; pac?: string },
): void {
  const attempt = { id, documentKind, documentId, requestedBy: requesterOf(tx), reservedMinor };
  const sealed = sealedAttempt(tx, attempt, sealedMs);
  const state = nextAttemptState(sealed.state, 'send')!;
  const pinned = pac === undefined ? sealed : { ...sealed, state, ...pinnedTo(pac, tx.now) };
  tx.add(StampAttempt, pinned);
}
