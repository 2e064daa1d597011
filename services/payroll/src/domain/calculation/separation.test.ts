import { Decimal } from '@timbre/fiscal';
import { RuleUnavailable } from '../rules/rule-book';
import { separationOf } from './separation';
import type { SeparationInput } from './separation';

const d = (text: string) => Decimal.from(text);

const input: SeparationInput = {
  paidOn: '2026-06-30',
  employmentStartedOn: '2018-01-01',
  employmentEndedOn: '2026-06-30',
  lastMonthlySalary: d('20000.00'),
  payments: [
    { type: '025', amount: d('70000.00') },
    { type: '022', amount: d('30000.00') },
  ],
};

test('90 UMA for each year of service are exempt, in the order of the payments', () => {
  const separation = separationOf(input);
  // The exempt amount is 8 years x 90 x 117.31 = 84,463.20.
  expect(separation.serviceYears).toBe(8);
  expect(
    separation.earnings.map((line) => `${line.type} ${line.taxableAmount} ${line.exemptAmount}`),
  ).toEqual(['025 0.00 70000.00', '022 15536.80 14463.20']);
  expect([separation.taxable, separation.exempt].join(' ')).toBe('15536.80 84463.20');
});

test.each([
  ['2026-06-30', 8],
  ['2026-07-01', 9],
])(
  'a fraction over six months counts as a year: until %s, %d years',
  (employmentEndedOn, years) => {
    expect(separationOf({ ...input, employmentEndedOn }).serviceYears).toBe(years);
  },
);

test('separation payments below one monthly wage are taxed like a monthly payment', () => {
  // 1,339.14 + (15,536.80 - 14,644.65) x 17.92 %
  expect(separationOf(input).isr).toEqual(d('1499.01'));
});

test('separation payments above one monthly wage are taxed at the rate of the last monthly wage', () => {
  const payments = [{ type: '025', amount: d('184463.20') }] as const;
  const separation = separationOf({ ...input, payments });
  // The tax of 20,000.00 is 2,383.65 (1,856.84 + 2,466.35 x 21.36 %), which is 11.91825 %; of 100,000.00 this
  // is 11,918.25.
  expect(separation.isr).toEqual(d('11918.25'));
  expect([separation.accumulable, separation.notAccumulable].join(' ')).toBe('20000.00 80000.00');
});

test('the receipt lists each rule that was read', () => {
  expect(separationOf(input).rules.map((rule) => rule.key)).toEqual([
    'isr.tariff.monthly',
    'uma.tax',
    'exemption.separation',
  ]);
  expect(() => separationOf({ ...input, paidOn: '2027-06-30' })).toThrow(RuleUnavailable);
});
