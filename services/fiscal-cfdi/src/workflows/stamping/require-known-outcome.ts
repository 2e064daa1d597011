import { documentRef } from '@timbre/fiscal';
import { Refusal, type Transaction } from '@timbre/kit';
import { recoveryMs } from '../../domain/stamping/attempt-state';
import type { StampAttempt } from '../../store/stamping/stamp-attempts';

/**
 * Refuses every request for a document whose stamp has had an unknown outcome for ten minutes.
 * @throws Refusal recovery_required
 */
export function requireKnownOutcome(tx: Transaction, attempt: StampAttempt): void {
  const { state, sentAt, documentKind, documentId } = attempt;
  if (state !== 'unknown' || !sentAt) return;
  if (tx.now.getTime() - sentAt.getTime() < recoveryMs) return;
  throw new Refusal(
    'recovery_required',
    'It is not known yet whether this document was stamped. We keep asking the PAC; do not issue it again.',
    {
      retryable: false,
      document: { documentRef: documentRef(documentKind, documentId), editable: false },
      ...(attempt.abandonedAt && { reason: 'operator_needed' }),
    },
  );
}
