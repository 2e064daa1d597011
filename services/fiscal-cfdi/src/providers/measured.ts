import { inSpan, markFailed } from '@timbre/kit';
import type { Pac } from '../domain/stamping/pac';
import { recordPacCall } from '../metrics';

/**
 * These outcomes are decisions of the SAT or the PAC, and not failures. Every other outcome counts as a
 * failure of the PAC.
 */
const words = new Set([
  'stamped',
  'rejected',
  'not_found',
  'requested',
  'refused',
  'not_known_yet',
  'listed',
  'read',
  'answered',
]);

/** Wraps a PAC and records, under the given label, a metric and a span with the outcome of each call. */
export function measured(pac: Pac, label: string): Pac {
  const measure = <Answer extends { outcome: string; cause?: unknown }>(
    call: 'stamp' | 'lookup' | 'cancel' | 'pending' | 'answer' | 'list' | 'read',
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const attributes = { 'pac.name': label, 'pac.operation': call };
    return inSpan(`pac ${call}`, { attributes, kind: 'client' }, async (span) => {
      const startedMs = performance.now();
      let outcome = 'failed';
      try {
        const answer = await work();
        outcome = answer.outcome;
        if (answer.cause instanceof Error) span.recordException(answer.cause);
        return answer;
      } finally {
        span.setAttribute('pac.outcome', outcome);
        if (!words.has(outcome)) markFailed(span);
        recordPacCall(performance.now() - startedMs, { pac: label, call, outcome });
      }
    });
  };
  const { issued } = pac;
  return {
    ...pac,
    stamp: (sealed, id, beginByMs) => measure('stamp', () => pac.stamp(sealed, id, beginByMs)),
    cancel: (signed) => measure('cancel', () => pac.cancel(signed)),
    pendingFor: (rfc) => measure('pending', () => pac.pendingFor(rfc)),
    answerCancellation: (signed) => measure('answer', () => pac.answerCancellation(signed)),
    lookup: (sealed, id) => measure('lookup', () => pac.lookup(sealed, id)),
    issued: issued && {
      list: (rfc, kind, period) => measure('list', () => issued.list(rfc, kind, period)),
      read: (rfc, kind, uuid) => measure('read', () => issued.read(rfc, kind, uuid)),
    },
  };
}
