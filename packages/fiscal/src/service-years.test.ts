import { serviceYears } from './service-years';

test.each([
  ['2018-01-01', '2026-06-30', 8, 'exactly six months over'],
  ['2018-01-01', '2026-07-01', 9, 'six months and a day over'],
  ['2018-01-01', '2026-12-31', 9, 'whole years'],
  ['2018-01-01', '2027-01-01', 9, 'a day over'],
  ['2019-12-20', '2026-06-02', 6, 'less than six months over'],
  ['2025-07-01', '2025-12-31', 0, 'exactly six months'],
  ['2025-07-01', '2026-01-01', 1, 'six months and a day'],
  ['2025-08-31', '2026-02-28', 0, 'six months that end in a short month'],
  ['2025-08-31', '2026-03-01', 1, 'a day more'],
  ['2024-02-29', '2025-02-28', 1, 'a year that began on a leap day'],
  ['2026-06-01', '2026-06-01', 0, 'a day'],
])('the service from %s to %s is %d years: %s', (startedOn, endedOn, years) => {
  expect(serviceYears(startedOn, endedOn)).toBe(years);
});

test('serviceYears throws for a date that does not exist', () => {
  expect(() => serviceYears('2025-02-29', '2026-02-28')).toThrow(RangeError);
});
