import { conflict, type Issue } from '@timbre/kit';

/**
 * Rules that a draft broke only later: a code ran out, the customer or the profile changed.
 * @throws Refusal conflict draft_invalid when there are any
 */
export function refuseInvalid(issues: Issue[]): void {
  if (issues.length === 0) return;
  const message = 'The draft breaks rules of the SAT; correct it and stamp it again.';
  throw conflict(message, 'draft_invalid', issues);
}
