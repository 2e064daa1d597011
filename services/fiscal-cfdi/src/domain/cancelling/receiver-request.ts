import { figureOn, localDateIn, plusBusinessDays } from '@timbre/fiscal';
import type { SatStatusOutcome } from './sat-status';

/**
 * The state of an issuer's request to cancel a document that the organization received.
 * - `answering`: the organization has sent an answer, and the SAT may not have received the answer
 *   yet
 * - `expired`: the SAT canceled the document because the organization did not answer in time
 * - `closed`: the SAT no longer lists the request and does not return its result
 */
export type RequestState = 'pending' | 'answering' | 'accepted' | 'rejected' | 'expired' | 'closed';

export type ReceiverChoice = 'accept' | 'reject';

export const isRequestOpen = (state: RequestState): boolean =>
  state === 'pending' || state === 'answering';

const stateOf = (answer: ReceiverChoice): RequestState =>
  answer === 'accept' ? 'accepted' : 'rejected';

/**
 * Returns the deadline for the receiver's answer to a cancellation request. After the deadline the
 * SAT treats a missing answer as consent (RMF 2.7.1.34). The deadline is an estimate, because the
 * SAT does not return the day of the request. A request that follows a rejection has no deadline
 * (states of the SAT's status service in phpcfdi/sat-estado-cfdi, read 2026-11-23).
 */
export function answerBefore(
  firstSeenAt: Date,
  { wasRejected }: { wasRejected: boolean },
): Date | null {
  if (wasRejected) return null;
  const on = localDateIn(firstSeenAt.getTime(), 'America/Mexico_City');
  const terms = figureOn('cancellation.terms', on)?.value;
  return plusBusinessDays(firstSeenAt, terms?.answerBusinessDays ?? 0);
}

/**
 * A cancellation request counts as ended if the PAC's list lacks it this many times in a row. A single list
 * of the PAC can be late or incomplete.
 */
export const missesMax = 2;

/**
 * Converts the SAT's status of a document to the state of a request that was answered or is no
 * longer listed; returns undefined if the status is unknown. The SAT's status can be queried only
 * if the XML of the document is stored.
 */
export function requestBySat(status: SatStatusOutcome): RequestState | undefined {
  if (status.outcome !== 'found') return undefined;
  const { isCanceled, cancellation } = status;
  if (isCanceled) return cancellation === 'Plazo vencido' ? 'expired' : 'accepted';
  if (cancellation === 'Solicitud rechazada') return 'rejected';
  return cancellation === 'En proceso' ? 'pending' : 'closed';
}

/**
 * Returns the state of a request after the SAT's reply to the organization's answer. Code 1000
 * means that the SAT received the answer, 1001 that no request is pending, and 1002 that the
 * request was answered before. If the function returns undefined, the SAT must be queried again
 * later.
 * @param wasSent is true if an earlier answer might have reached the SAT, because its reply was lost
 */
export function stateAfter(
  answer: ReceiverChoice,
  code: '1000' | '1001' | '1002',
  { wasSent, status }: { wasSent: boolean; status: SatStatusOutcome | undefined },
): RequestState | undefined {
  if (code === '1000') return stateOf(answer);
  if (status?.outcome === 'unknown') return undefined;
  const stateBySat = status && requestBySat(status);
  if (stateBySat === 'pending') return undefined;
  return stateBySat ?? (wasSent ? stateOf(answer) : 'closed');
}
