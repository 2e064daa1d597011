import fc from 'fast-check';
import {
  abandonedMs,
  attemptTransitions,
  beginMs,
  isOpen,
  missCountsMs,
  nextAttemptState,
  nextCheckMs,
  recoveryMs,
  sendingMs,
  type AttemptState,
} from './attempt-state';

const states: AttemptState[] = [
  'sealed',
  'sending',
  'unknown',
  'stamped',
  'rejected',
  'not_sent',
  'not_found',
];

describe('attempts', () => {
  test('every state of an attempt can be reached from the state sealed', () => {
    const reached = new Set<AttemptState>(['sealed']);
    for (let i = 0; i < states.length; i++) {
      for (const [from, , to] of attemptTransitions) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('an attempt in a final state never changes its state', () => {
    const left = attemptTransitions.filter(([from]) => !isOpen(from));
    expect(left).toEqual([]);
  });

  test('a document whose outcome is unknown is never sent again or given up', () => {
    expect(nextAttemptState('unknown', 'send')).toBeUndefined();
    expect(nextAttemptState('unknown', 'give_up')).toBeUndefined();
  });

  test('attempts look up the stamp at growing intervals, at least every ten seconds in the first ten minutes', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(recoveryMs - 1), (checks, since) => {
        expect(nextCheckMs(checks + 1, since)).toBeGreaterThanOrEqual(nextCheckMs(checks, since));
        expect(nextCheckMs(checks, since)).toBeLessThanOrEqual(10_000);
      }),
    );
  });

  test('attempts still look up the stamp every ten minutes after an operator is needed', () => {
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.integer({ min: recoveryMs, max: 2 * abandonedMs }),
        (n, since) => {
          expect(nextCheckMs(n, since)).toBeGreaterThanOrEqual(60_000);
          expect(nextCheckMs(n, since)).toBeLessThanOrEqual(600_000);
        },
      ),
    );
  });

  test('a call to the PAC that began in time ends before the first lookup', () => {
    expect(beginMs + 30_000).toBeLessThan(sendingMs);
    expect(missCountsMs).toBeGreaterThan(sendingMs);
  });
});
