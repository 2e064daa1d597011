import { addDays } from '@timbre/fiscal';
import { periodIssues, salesPeriod } from './sales-period';

const daysOf = (periodicity: string, day: string) => {
  const { startsOn, endsOn, months, year } = salesPeriod(periodicity, day);
  return [startsOn, endsOn, months, year];
};

it.each([
  ['01', '2026-11-23', ['2026-11-23', '2026-11-23', '11', 2026]],
  ['02', '2026-11-25', ['2026-11-23', '2026-11-29', '11', 2026]],
  ['02', '2026-11-30', ['2026-11-30', '2026-11-30', '11', 2026]],
  ['02', '2026-12-02', ['2026-12-01', '2026-12-06', '12', 2026]],
  ['03', '2026-11-15', ['2026-11-01', '2026-11-15', '11', 2026]],
  ['03', '2028-02-16', ['2028-02-16', '2028-02-29', '02', 2028]],
  ['04', '2026-02-10', ['2026-02-01', '2026-02-28', '02', 2026]],
  ['05', '2026-01-31', ['2026-01-01', '2026-02-28', '13', 2026]],
  ['05', '2026-12-01', ['2026-11-01', '2026-12-31', '18', 2026]],
])('the period of periodicity %s has the days around %s', (periodicity, day, expected) => {
  expect(daysOf(periodicity, day)).toEqual(expected);
});

it('every day belongs to one period of each periodicity, and any day of the period identifies it', () => {
  for (const periodicity of ['01', '02', '03', '04', '05']) {
    for (let day = '2027-12-20'; day < '2028-03-10'; day = addDays(day, 1)) {
      const { startsOn, endsOn } = salesPeriod(periodicity, day);
      expect(startsOn <= day && day <= endsOn).toBe(true);
      expect(daysOf(periodicity, startsOn)).toEqual(daysOf(periodicity, endsOn));
    }
  }
});

it('a period can be named only by a day that has already begun', () => {
  const codes = (day: string) => periodIssues(day, '2026-11-23').map(({ code }) => code);
  expect(codes('2026-11-23')).toEqual([]);
  expect(codes('2026-11-24')).toEqual(['period_in_future']);
  expect(codes('2026-02-30')).toEqual(['period_invalid']);
});
