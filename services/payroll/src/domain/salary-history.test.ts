import { salaryOn, withSalary } from './salary-history';

const before = withSalary([], { dailyWage: '400' }, '2026-01-01');
const history = withSalary(before, { dailyWage: '500' }, '2026-06-10');

describe('withSalary', () => {
  it('withSalary sorts salaries by start date, regardless of the order in which they are added', () => {
    const days = withSalary(history, { dailyWage: '450' }, '2026-03-01');
    expect(days.map((entry) => entry.effectiveOn)).toEqual([
      '2026-01-01',
      '2026-03-01',
      '2026-06-10',
    ]);
  });

  it('withSalary replaces the salary of the same day', () => {
    const corrected = withSalary(history, { dailyWage: '510' }, '2026-06-10');
    expect(corrected).toHaveLength(2);
    expect(salaryOn(corrected, '2026-06-10').dailyWage).toBe('510');
  });

  it('withSalary fills missing wages from the salary in effect on that day, and clears wages that are null', () => {
    const raise = { dailyWage: '600', integratedDailySalary: '631.26' };
    const raised = withSalary(history, raise, '2027-01-01');
    const corrected = withSalary(raised, { integratedDailySalary: '531' }, '2026-11-21');
    expect(salaryOn(corrected, '2026-11-21')).toMatchObject({
      dailyWage: '500',
      integratedDailySalary: '531',
    });
    expect(salaryOn(corrected, '2027-01-01')).toMatchObject(raise);
    const cleared = withSalary(corrected, { dailyWage: null }, '2026-12-01');
    expect(salaryOn(cleared, '2026-12-01')).toMatchObject({
      dailyWage: null,
      integratedDailySalary: '531',
    });
  });
});

describe('salaryOn', () => {
  it.each([
    ['2025-12-31', '400'],
    ['2026-06-09', '400'],
    ['2026-06-10', '500'],
    ['2027-01-01', '500'],
  ])('salaryOn the day %s returns %s', (on, expected) => {
    expect(salaryOn(history, on).dailyWage).toBe(expected);
  });

  it('salaryOn returns no wages if no salary is recorded', () => {
    expect(salaryOn([], '2026-01-01')).toEqual({});
  });
});
