import type { Pac } from '../domain/pac';
import { pacCallDuration } from '../metrics';

/** The same PAC, each call of which is measured with its outcome, under that name. */
export function measured(pac: Pac, label: string): Pac {
  const measure = async <Answer extends { outcome: string }>(
    call: 'stamp' | 'lookup' | 'cancel',
    work: Promise<Answer>,
  ): Promise<Answer> => {
    const startedMs = performance.now();
    let outcome = 'failed';
    try {
      const answer = await work;
      outcome = answer.outcome;
      return answer;
    } finally {
      pacCallDuration.record(performance.now() - startedMs, { pac: label, call, outcome });
    }
  };
  return {
    ...pac,
    stamp: (xml, id, beginByMs) => measure('stamp', pac.stamp(xml, id, beginByMs)),
    cancel: (xml) => measure('cancel', pac.cancel(xml)),
    lookup: (xml, id) => measure('lookup', pac.lookup(xml, id)),
  };
}
