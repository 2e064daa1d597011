import { figureOn, localDateIn, plusBusinessDays } from '@timbre/fiscal';
import type { SatStatusOutcome } from './sat-status';

/**
 * A request of an issuer to cancel a document that we received. `answering`: our answer may be on
 * its way. `expired`: the SAT canceled the document for want of an answer. `closed`: the request is
 * gone, and the SAT does not say how.
 */
export type RequestState = 'pending' | 'answering' | 'accepted' | 'rejected' | 'expired' | 'closed';

export type ReceiverChoice = 'accept' | 'reject';

export const isRequestOpen = (state: RequestState): boolean =>
  state === 'pending' || state === 'answering';

const stateOf = (answer: ReceiverChoice): RequestState =>
  answer === 'accept' ? 'accepted' : 'rejected';

/**
 * Until when to answer; then the SAT takes silence for consent (RMF 2.7.1.34). An estimate, because the SAT
 * does not say when the issuer asked. A request after a rejection waits without an end (states of the SAT's
 * status service in phpcfdi/sat-estado-cfdi, read 2026-11-23).
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

/** A request that is missing from so many lists in a row is over: a list may lag or be cut. */
export const missesMax = 2;

/**
 * The state of an answered or vanished request by the SAT's status; undefined without news. A
 * request of a document whose XML we lack has no status.
 */
export function requestBySat(status: SatStatusOutcome): RequestState | undefined {
  if (status.outcome !== 'found') return undefined;
  const { isCanceled, cancellation } = status;
  if (isCanceled) return cancellation === 'Plazo vencido' ? 'expired' : 'accepted';
  if (cancellation === 'Solicitud rechazada') return 'rejected';
  return cancellation === 'En proceso' ? 'pending' : 'closed';
}

/**
 * The state after the SAT took an answer (1000), or said that nothing is pending (1001) or that it was
 * answered before (1002); undefined: ask again later.
 * @param wasSent an earlier send, whose answer was lost, may be what the SAT has
 */
export function stateAfter(
  answer: ReceiverChoice,
  code: '1000' | '1001' | '1002',
  { wasSent, status }: { wasSent: boolean; status: SatStatusOutcome | undefined },
): RequestState | undefined {
  if (code === '1000') return stateOf(answer);
  if (status?.outcome === 'unknown') return undefined;
  const told = status && requestBySat(status);
  if (told === 'pending') return undefined;
  return told ?? (wasSent ? stateOf(answer) : 'closed');
}
