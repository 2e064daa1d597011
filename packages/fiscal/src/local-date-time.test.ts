import fc from 'fast-check';
import { instantOf, localDateIn, localDateTimeIn, parseLocalDateTime } from './local-date-time';

describe('parseLocalDateTime', () => {
  test('parseLocalDateTime drops the fraction of a second', () => {
    expect(parseLocalDateTime('2026-11-21T08:30:59')).toBe('2026-11-21T08:30:59');
    expect(parseLocalDateTime('2026-11-21T08:30:59.123456789')).toBe('2026-11-21T08:30:59');
  });

  test.each([
    '2026-11-21',
    '2026-11-21T08:30',
    '2026-11-21 08:30:59',
    '2026-11-21T24:00:00',
    '2026-11-21T08:60:00',
    '2026-11-21T08:30:60',
    '2026-02-29T08:30:00',
    '2026-11-21T08:30:59Z',
    '2026-11-21T08:30:59-06:00',
    '2026-11-21T08:30:59.',
    '2026-11-21T08:30:59.1234567890',
  ])('parseLocalDateTime refuses the date-time %s', (text) =>
    expect(parseLocalDateTime(text)).toBeUndefined(),
  );
});

describe('localDateTimeIn', () => {
  const instant = Date.UTC(2026, 6, 1, 5, 59, 59, 999);

  test('localDateTimeIn returns the local time of each zone of Mexico', () => {
    expect(localDateTimeIn(instant, 'America/Mexico_City')).toBe('2026-06-30T23:59:59');
    expect(localDateTimeIn(instant, 'America/Cancun')).toBe('2026-07-01T00:59:59');
    expect(localDateTimeIn(instant, 'America/Hermosillo')).toBe('2026-06-30T22:59:59');
    expect(localDateTimeIn(instant, 'America/Tijuana')).toBe('2026-06-30T22:59:59');
  });

  test('localDateTimeIn writes midnight as hour 00, not 24', () => {
    expect(localDateTimeIn(Date.UTC(2026, 0, 1, 6), 'America/Mexico_City')).toBe(
      '2026-01-01T00:00:00',
    );
  });

  test('localDateTimeIn returns the instant itself for UTC, in a format that parseLocalDateTime reads', () => {
    const instants = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (date) => {
        const local = localDateTimeIn(date.getTime(), 'UTC');
        expect(local).toBe(date.toISOString().slice(0, 19));
        expect(parseLocalDateTime(local)).toBe(local);
      }),
    );
  });

  test('localDateTimeIn returns the correct time if consecutive calls alternate between time zones', () => {
    const [mexico, tijuana] = ['America/Mexico_City', 'America/Tijuana'] as const;
    const asked = [
      [0, mexico],
      [0, tijuana],
      [1, mexico],
      [1, mexico],
      [1, tijuana],
      [0, mexico],
    ] as const;
    expect(asked.map(([ms, zone]) => localDateTimeIn(instant + ms, zone).slice(11))).toEqual([
      '23:59:59',
      '22:59:59',
      '00:00:00',
      '00:00:00',
      '23:00:00',
      '23:59:59',
    ]);
  });

  test('localDateTimeIn throws for an unknown zone', () => {
    expect(() => localDateTimeIn(instant, 'America/Atlantis')).toThrow(RangeError);
    expect(() => localDateTimeIn(Number.NaN, 'UTC')).toThrow(RangeError);
  });
});

describe('instantOf', () => {
  test.each(['America/Mexico_City', 'America/Tijuana', 'America/Cancun'])(
    'instantOf returns the instant at which clocks in %s show the time',
    (zone) => {
      // Tijuana changes its clocks on 2026-03-08 and 2026-11-01 at 2:00.
      for (const local of ['2026-03-08T00:00:00', '2026-07-01T12:00:00', '2026-11-01T00:00:00']) {
        expect(localDateTimeIn(instantOf(local, zone), zone)).toBe(local);
      }
    },
  );
});

test('localDateIn returns the date in the zone, where the next day may already have begun', () => {
  const instant = Date.UTC(2026, 10, 23, 5, 30);
  expect(localDateIn(instant, 'America/Cancun')).toBe('2026-11-23');
  expect(localDateIn(instant, 'America/Mexico_City')).toBe('2026-11-22');
});
