import { figureOn, localDateIn, plusBusinessDays } from '@timbre/fiscal';
import type { SatStatusOutcome } from './sat-status';

/**
 * A request of an issuer to cancel a document that the organization received.
 * - `answering`: the organization has answered, and the SAT might not have received the answer yet
 * - `expired`: the SAT canceled the document because the organization did not answer in time
 * - `closed`: the SAT no longer lists the request and does not report its result
 */
export type RequestState = 'pending' | 'answering' | 'accepted' | 'rejected' | 'expired' | 'closed';

export type ReceiverChoice = 'accept' | 'reject';

export const isRequestOpen = (state: RequestState): boolean =>
  state === 'pending' || state === 'answering';

const stateOf = (answer: ReceiverChoice): RequestState =>
  answer === 'accept' ? 'accepted' : 'rejected';

/**
 * Returns the deadline for an answer. After the deadline the SAT treats silence as consent (RMF 2.7.1.34).
 * The deadline is an estimate, because the SAT does not report the day of the request. A request that follows
 * a rejection has no deadline (states of the SAT's status service in phpcfdi/sat-estado-cfdi, read
 * 2026-11-23).
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
 * A request counts as over if it is missing from this number of consecutive lists of the PAC. A single list
 * can be late or incomplete.
 */
export const missesMax = 2;

/**
 * Returns the state of a request that was answered or is no longer listed, by the SAT's status of its
 * document; undefined if the status is unknown. The SAT's status can be queried only if the XML of the
 * document is stored.
 */
export function requestBySat(status: SatStatusOutcome): RequestState | undefined {
  if (status.outcome !== 'found') return undefined;
  const { isCanceled, cancellation } = status;
  if (isCanceled) return cancellation === 'Plazo vencido' ? 'expired' : 'accepted';
  if (cancellation === 'Solicitud rechazada') return 'rejected';
  return cancellation === 'En proceso' ? 'pending' : 'closed';
}

/**
 * Returns the state of a request after the SAT's reply to the organization's answer. Code 1000 means that the
 * SAT received the answer, 1001 that no request is pending, and 1002 that the request was answered before. If
 * the result is undefined, the SAT must be queried again later.
 * @param wasSent whether an earlier send, whose reply was lost, might have reached the SAT
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
