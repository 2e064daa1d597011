import type { Run } from '@timbre/kit';
import { isAbandoned } from '../../domain/stamping/stamping';
import { recordEvent } from '../../store/cfdi-history';
import { lockAttempt } from '../../store/stamping/stamp-attempts';

/**
 * Hands an attempt to the operator once its PAC cannot tell any more what became of it: from then on
 * the document, its history and a metric say so. Looks go on.
 * @returns whether it was handed over just now
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
