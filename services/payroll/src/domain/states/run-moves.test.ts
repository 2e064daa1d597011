import {
  calculatedEventOf,
  changedRowsEventOf,
  mayChangeDates,
  mayDelete,
  moveRun,
  runMoves,
  settledEventOf,
} from './run-moves';
import type { RowCounts } from './run-moves';
import type { RunEvent, RunState } from './states';

const states: RunState[] = [
  'draft',
  'calculating',
  'review',
  'stamping',
  'partially_stamped',
  'stamped',
  'canceled',
];
const listed = runMoves.flatMap(([from, event, to]) => from.map((state) => ({ state, event, to })));

test.each(listed)('a run in $state changes to $to on $event', ({ state, event, to }) => {
  expect(moveRun(state, event)).toBe(to);
});

test('every run transition leads to a defined state, and each event in a state has one result', () => {
  const pairs = listed.map(({ state, event }) => `${state} ${event}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const { to } of listed) expect(states).toContain(to);
});

test('every run state can be reached from new, and only canceled is final', () => {
  const reached = new Set<RunState | 'new'>(['new']);
  for (const state of reached) {
    for (const move of listed) if (move.state === state) reached.add(move.to);
  }
  expect([...reached].sort()).toEqual([...states, 'new'].sort());
  const leavable = new Set(listed.map(({ state }) => state));
  expect(states.filter((state) => !leavable.has(state))).toEqual(['canceled']);
});

test('every pair of state and event without a transition is refused', () => {
  const pairs = new Set(listed.map(({ state, event }) => `${state} ${event}`));
  const events = new Set(listed.map(({ event }) => event));
  for (const state of states) {
    for (const event of events) {
      if (pairs.has(`${state} ${event}`)) continue;
      const code =
        state === 'calculating' || state === 'stamping' ? 'operation_in_progress' : 'conflict';
      expect(() => moveRun(state, event)).toThrow(expect.objectContaining({ code }));
    }
  }
});

test.each<[RowCounts, RunEvent | undefined]>([
  [{ queued: 1, stamped: 5 }, undefined],
  [{ stamping: 1, rejected: 2 }, undefined],
  [{ stamped: 5, excluded: 1, canceled: 1 }, 'settled_stamped'],
  [{ stamped: 5, rejected: 1 }, 'settled_in_part'],
  [{ stamped: 5, needs_attention: 1 }, 'settled_in_part'],
  [{ rejected: 5 }, 'settled_unstamped'],
])('after the stamping of rows %j the run is %s', (rows, event) => {
  expect(settledEventOf(rows)).toBe(event);
});

test('a run with stamped rows becomes partially stamped after a calculation', () => {
  expect(calculatedEventOf({ ready: 3 })).toBe('calculated_unstamped');
  expect(calculatedEventOf({ ready: 3, stamped: 1 })).toBe('calculated_stamped_in_part');
});

test.each<[RunState, RowCounts, RunEvent | undefined]>([
  ['partially_stamped', { stamped: 3, excluded: 2 }, 'remaining_omitted'],
  ['partially_stamped', { stamped: 3, ready: 1 }, undefined],
  ['partially_stamped', { canceled: 3, ready: 1 }, undefined],
  ['stamped', { stamped: 3, ready: 1 }, 'row_added'],
  ['stamped', { canceled: 3 }, 'last_stamp_canceled'],
  ['stamped', { stamped: 1, canceled: 2 }, undefined],
  ['review', { ready: 1 }, undefined],
])('a run in state %s whose rows become %j gets the event %s', (state, rows, event) => {
  expect(changedRowsEventOf(state, rows)).toBe(event);
});

test('a run can change its dates or be deleted only before its first stamp', () => {
  expect(states.filter(mayChangeDates)).toEqual(['draft', 'review']);
  expect(mayDelete('review', { ready: 3, excluded: 1 })).toBe(true);
  expect(mayDelete('review', { ready: 3, canceled: 1 })).toBe(false);
  expect(mayDelete('stamping', { queued: 1 })).toBe(false);
});
