import type { Run, Transaction } from '@timbre/kit';
import { sealedMs } from '../domain/stamping';
import { StampAttempt } from '../store/stamp-attempts';
import type { FiscalKind } from './fiscal-kinds';

/** Who asked: attempts remember it, so that a repeat finds its own. */
export function requesterOf({ context }: Pick<Run, 'context'>): string {
  const { idempotency, actor } = context;
  return idempotency ? `${idempotency.route} ${idempotency.key}` : actor;
}

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

/**
 * Adds the attempt to stamp a document that is being sealed.
 * @param reservedMinor what the wallet has set aside for it
 */
export function addAttempt(
  tx: Transaction,
  { kind: documentKind }: FiscalKind,
  documentId: string,
  { id, reservedMinor }: { id: string; reservedMinor?: number | undefined },
): void {
  const attempt = { id, documentKind, documentId, requestedBy: requesterOf(tx), reservedMinor };
  tx.add(StampAttempt, sealedAttempt(tx, attempt, sealedMs));
}
