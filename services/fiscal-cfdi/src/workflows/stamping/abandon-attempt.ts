import type { Run } from '@timbre/kit';
import { isAbandoned } from '../../domain/stamping/stamping';
import { recordEvent } from '../../store/cfdi-history';
import { lockAttempt } from '../../store/stamping/stamp-attempts';

/**
 * Hands an attempt to the operator when its PAC can no longer give the outcome: the document, its
 * history and a metric show it. Lookups continue.
 * @returns whether this call handed it over
 */
export const abandonAttempt = (run: Run, attemptId: string): Promise<boolean> =>
  run.step(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (attempt.abandonedAt || !isAbandoned(attempt, tx.now)) return false;
    attempt.abandonedAt = tx.now;
    recordEvent(tx, attempt.documentId, 'stamp_abandoned', {
      code: 'operator_needed',
      message:
        'The PAC could not say in 72 hours whether it was stamped; an operator finds it out.',
    });
    return true;
  });
