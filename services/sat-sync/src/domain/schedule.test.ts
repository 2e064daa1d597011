import { isDailyRun, nextRunAfter } from './schedule';

// Central Mexico is six hours behind UTC, so 09:00 there is 15:00 UTC.
const at = (local: string) => new Date(`2026-11-${local}:00.000-06:00`);
const daily = { timeOfDay: '03:00', freshEveryHours: 24 };
const often = { timeOfDay: '03:00', freshEveryHours: 9 };

it.each([
  [daily, '23T02:59', '23T03:00'],
  [daily, '23T03:00', '24T03:00'],
  [often, '23T03:00', '23T12:00'],
  [often, '23T12:01', '23T21:00'],
  // The daily run at timeOfDay comes before nine hours have passed since the run at 21:00.
  [often, '23T21:00', '24T03:00'],
  [{ timeOfDay: '23:30', freshEveryHours: 12 }, '23T00:10', '23T11:30'],
])('the schedule %o runs after %s at %s', (schedule, now, next) => {
  expect(nextRunAfter(schedule, at(now))).toEqual(at(next));
});

it.each([
  [often, '23T03:00', '23T03:00', true],
  [often, '23T12:00', '23T12:01', false],
  // The job did not run for one night, so a daily run is due.
  [often, '22T21:00', '23T08:00', true],
])('a run of %o due at %s and started at %s is the daily one: %s', (schedule, due, start, is) => {
  expect(isDailyRun(schedule, at(due), at(start))).toBe(is);
});
