import { sinceOf } from './commands';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['30m', '2026-11-21T11:30:00.000Z'],
  ['2h', '2026-11-21T10:00:00.000Z'],
  ['7d', '2026-11-14T12:00:00.000Z'],
  ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T03:00-06:00', '2026-11-21T09:00:00.000Z'],
])('the option --since %s begins at %s', (text, instant) => {
  expect(sinceOf(text, now)?.toISOString()).toBe(instant);
});

test.each(['', '2', 'h', '2w', '-1h', '2026-11-21', '2026-11-21T09:00:00', '2026-13-45T09:00:00Z'])(
  'the option --since %p is refused',
  (text) => expect(sinceOf(text, now)).toBeUndefined(),
);
