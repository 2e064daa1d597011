import fc from 'fast-check';
import {
  attemptTransitions,
  isOpen,
  nextAttemptState,
  nextCheckMs,
  type AttemptState,
} from './stamping';

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
  test('every state is reached from sealed', () => {
    const reached = new Set<AttemptState>(['sealed']);
    for (let i = 0; i < states.length; i++) {
      for (const [from, , to] of attemptTransitions) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('nothing leads out of a final state', () => {
    const left = attemptTransitions.filter(([from]) => !isOpen(from));
    expect(left).toEqual([]);
  });

  test('a document whose fate is unknown is never sent again or given up', () => {
    expect(nextAttemptState('unknown', 'send')).toBeUndefined();
    expect(nextAttemptState('unknown', 'give_up')).toBeUndefined();
  });

  test('looks come at growing intervals and at least every ten minutes', () => {
    fc.assert(
      fc.property(fc.nat(500), (checks) => {
        expect(nextCheckMs(checks + 1)).toBeGreaterThanOrEqual(nextCheckMs(checks));
        expect(nextCheckMs(checks)).toBeLessThanOrEqual(600_000);
      }),
    );
  });
});
