import fc from 'fast-check';
import { addDays, addMonths, daysBetween, daysInMonth, isCalendarDate } from './calendar-date';

const anyDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('calendar dates', () => {
  test.each(['2026-11-21', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'the date %s exists',
    (text) => expect(isCalendarDate(text)).toBe(true),
  );

  test.each(['2025-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00'])(
    'the date %s does not exist',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
      expect(() => addDays(text, 1)).toThrow(RangeError);
    },
  );

  test.each(['', '2026-1-1', '26-01-01', '2026-01-01T00:00:00', ' 2026-01-01', '0000-01-01'])(
    'the text %j is not a date',
    (text) => expect(isCalendarDate(text)).toBe(false),
  );

  test('daysInMonth follows the Gregorian calendar', () => {
    expect([2023, 2024, 1900, 2000].map((year) => daysInMonth(year, 2))).toEqual([28, 29, 28, 29]);
    expect(daysInMonth(2026, 4)).toBe(30);
    expect(daysInMonth(2026, 13)).toBe(0);
  });

  test('addMonths returns the last day in a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-11-30', 3, 31)).toBe('2027-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect(() => addMonths('9999-12-01', 1)).toThrow(RangeError);
  });

  test('addMonths returns the same day of the month if that day exists', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -600, max: 600 }), (date, months) => {
        const moved = addMonths(date, months);
        const [year, month] = [Number(moved.slice(0, 4)), Number(moved.slice(5, 7))];
        const kept = Math.min(Number(date.slice(8)), daysInMonth(year, month));
        expect(Number(moved.slice(8))).toBe(kept);
        const apart = (year - Number(date.slice(0, 4))) * 12 + month - Number(date.slice(5, 7));
        expect(apart).toBe(months);
      }),
    );
  });

  test('a date plus the number of days to a second date is the second date', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to);
      }),
    );
    expect(daysBetween('2026-01-01', '2026-12-31')).toBe(364);
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
  });
});
