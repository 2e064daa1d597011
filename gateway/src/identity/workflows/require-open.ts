import { conflict, operationInProgress } from '@timbre/kit';
import type { Approval } from '../store/approvals';

/**
 * Rejects an approval that was already decided or has expired. The possible refusals are conflict
 * (approval_decided, approval_expired); operation_in_progress
 *
 * - approval_decided: the proposal has already been decided or has ended
 */
export function requireOpen({ state, expiresAt }: Approval, now: Date): void {
  if (state === 'executing') throw operationInProgress(2);
  if (state !== 'pending') {
    throw conflict(`The proposal cannot be decided any more: it is ${state}.`, 'approval_decided');
  }
  if (expiresAt > now) return;
  throw conflict('It waited for seven days; propose it again.', 'approval_expired');
}
