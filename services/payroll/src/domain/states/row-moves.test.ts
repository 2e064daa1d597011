import { moveRow, placeOf, rowMoves, storedState } from './row-moves';
import type { RowEvent, RowPlace } from './states';
import { StateConflict } from './state-conflict';

const states: RowPlace[] = [
  'ready',
  'needs_attention',
  'excluded',
  'queued',
  'stamping',
  'stamped',
  'rejected',
  'canceled',
];
const places: RowPlace[] = [...states, 'new', 'omitted', 'unconfirmed'];
const events = [...new Set(rowMoves.map(([, event]) => event))];
const listed = rowMoves.flatMap(([from, event, to]) => from.map((place) => ({ place, event, to })));

test.each(listed)('a row in $place changes to $to on $event', ({ place, event, to }) => {
  expect(moveRow(place, event)).toBe(to);
});

test('each pair of row place and event leads to at most one place', () => {
  const pairs = listed.map(({ place, event }) => `${place} ${event}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});

test('every row transition leads to a defined place and never back to new', () => {
  for (const { to } of listed) expect(places.filter((place) => place !== 'new')).toContain(to);
});

test('every row place can be reached from new', () => {
  const reached = new Set<RowPlace>(['new']);
  for (const place of reached) {
    for (const move of listed) if (move.place === place) reached.add(move.to);
  }
  expect([...reached].sort()).toEqual([...places].sort());
});

test('canceled is the only final place of a row', () => {
  const leavable = new Set(
    listed.filter(({ place, to }) => place !== to).map(({ place }) => place),
  );
  expect(places.filter((place) => !leavable.has(place))).toEqual(['canceled']);
});

test('every pair of place and event without a transition is refused', () => {
  const pairs = new Set(listed.map(({ place, event }) => `${place} ${event}`));
  const others = places.flatMap((place) => events.map((event) => [place, event] as const));
  for (const [place, event] of others.filter((pair) => !pairs.has(pair.join(' ')))) {
    expect(() => moveRow(place, event)).toThrow(StateConflict);
  }
});

test.each<[RowPlace, RowEvent, string]>([
  ['stamped', 'omitted', 'conflict'],
  ['canceled', 'evaluated_ready', 'conflict'],
  ['queued', 'edited_ready', 'operation_in_progress'],
  ['stamping', 'omitted', 'operation_in_progress'],
  ['unconfirmed', 'restamp_accepted', 'recovery_required'],
])('a row in the place %s refuses the event %s with %s', (place, event, code) => {
  expect(() => moveRow(place, event)).toThrow(expect.objectContaining({ code }));
});

test('placeOf and storedState convert between a stored row and its place', () => {
  expect(placeOf({ state: 'excluded', omitted: true })).toBe('omitted');
  expect(placeOf({ state: 'excluded', omitted: false })).toBe('excluded');
  const unconfirmed = {
    state: 'stamping',
    omitted: false,
    errorCode: 'stamp_unconfirmed',
  } as const;
  expect(placeOf(unconfirmed)).toBe('unconfirmed');
  expect(storedState('omitted')).toEqual({ state: 'excluded', omitted: true });
  expect(storedState('unconfirmed')).toEqual({ state: 'stamping', omitted: false });
});
