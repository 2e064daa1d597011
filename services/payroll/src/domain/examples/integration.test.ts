import { Decimal } from '@timbre/fiscal';
import { integrationOf } from './integration';
import { RuleUnavailable } from '../rules/rule-book';

const d = (text: string) => Decimal.from(text);
const on = '2026-06-15';

test.each([
  [1, '12', '1.0493', '316.00', '331.58'],
  [2, '14', '1.0507', '320.00', '336.22'],
  [3, '16', '1.0521', '100.00', '105.21'],
  [5, '20', '1.0548', '100.00', '105.48'],
  [6, '22', '1.0562', '600.00', '633.72'],
  [11, '24', '1.0575', '400.00', '423.00'],
  [31, '32', '1.0630', '100.00', '106.30'],
])(
  'in year %d of service there are %s vacation days, and the factor is %s',
  (year, days, factor, wage, salary) => {
    const integration = integrationOf(d(wage), year, on);
    expect(integration).toEqual({
      vacationDays: d(days),
      factor: d(factor),
      integratedDailySalary: d(salary),
    });
  },
);

test('benefits above the legal minimum raise the integration factor', () => {
  const benefits = { aguinaldoDays: d('30'), vacationPremiumRate: d('0.5') };
  expect(integrationOf(d('100.00'), 1, on, benefits).factor).toEqual(d('1.0986'));
});

test('vacation days increase by two every five years', () => {
  const days = [40, 41, 45, 46].map((year) => integrationOf(d('100.00'), year, on).vacationDays);
  expect(days.map(String)).toEqual(['34', '36', '36', '38']);
});

test('the table of vacation days of 2023 does not apply to earlier years', () => {
  expect(() => integrationOf(d('100.00'), 1, '2022-12-31')).toThrow(RuleUnavailable);
});
