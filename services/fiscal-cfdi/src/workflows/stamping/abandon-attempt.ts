import type { Run } from '@timbre/kit';
import { isAbandoned } from '../../domain/stamping/attempt-state';
import { recordEvent } from '../../store/cfdi-history';
import { lockAttempt } from '../../store/stamping/stamp-attempts';

/**
 * Hands an attempt to an operator if its PAC can no longer return the outcome. The document, its history
 * and a metric show that the attempt waits for an operator. The reconciler continues to look up the stamp.
 * @returns true if this call marked the attempt as abandoned
 */
export const abandonAttempt = (run: Run, attemptId: string): Promise<boolean> =>
  run.step(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (attempt.abandonedAt || !isAbandoned(attempt, tx.now)) return false;
    attempt.abandonedAt = tx.now;
    recordEvent(tx, attempt.documentId, 'stamp_abandoned', {
      code: 'operator_needed',
      message:
        'The PAC could not confirm within 72 hours whether the document was stamped; an operator must find out.',
    });
    return true;
  });
