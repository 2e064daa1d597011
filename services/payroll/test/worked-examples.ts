import { Decimal } from '@timbre/fiscal';
import type { Incidents } from '../src/domain/calculation/input';
import type { MinimumWageZone } from '../src/domain/rules/dated-rule';

/**
 * An example payment with its exact expected amounts. The field `source` names the third party that
 * published the amounts, if any (read 2026-11-21).
 */
export interface WorkedExample {
  readonly title: string;
  readonly source: string;
  /** The payment frequency, and the first day, the last day and the payment date of the period. */
  readonly period: readonly [string, string, string, string];
  /** The daily wage, the integrated daily salary, the start of the employment and the zone. */
  readonly pay: readonly [string, string, string, MinimumWageZone];
  readonly incidents: Incidents;
  readonly subsidyCausedInMonth?: string;
  readonly expected: WorkedAmounts;
}

export interface WorkedAmounts {
  readonly days: string;
  readonly contributionBase: string;
  /** The earnings, each as text: type, taxable amount, exempt amount. */
  readonly earnings: readonly string[];
  readonly tax: string;
  /**
   * The worker's social security contributions in this order: sickness excess, cash, pensioners'
   * medical, disability and life, old age.
   */
  readonly quotas: string;
  /** The deductions, each as text: type, amount. */
  readonly deductions: readonly string[];
  readonly pay: string;
}

const d = (text: string) => Decimal.from(text);

export const workedExamples: readonly WorkedExample[] = [
  {
    title: 'weekly 2026, wage and one Sunday premium',
    source: 'a public project’s tests, checked against receipts stamped in April 2026',
    period: ['02', '2026-04-06', '2026-04-12', '2026-04-12'],
    pay: ['316.00', '331.58', '2025-09-01', 'general'],
    incidents: { sundaysWorked: d('1') },
    expected: {
      days: '7 paid, 7 contributed',
      contributionBase: '331.58',
      earnings: ['001 2212.00 0.00', '020 0.00 79.00'],
      tax: '2212.00 base, 158.02 caused, 123.34 subsidy caused, 123.34 applied, 34.68 withheld',
      quotas: '0.00 5.80 8.70 14.51 26.11',
      deductions: ['001 55.12', '002 34.68'],
      pay: '2291.00 gross, 89.80 deducted, 2201.20 net',
    },
  },
  {
    title: 'monthly 2026, base of 10,000.00 with subsidy',
    source: 'tests of a public calculator',
    period: ['05', '2026-06-01', '2026-06-30', '2026-06-30'],
    pay: ['320.00', '335.78', '2025-10-01', 'general'],
    incidents: { otherEarnings: [{ type: '038', amount: d('400.00') }] },
    expected: {
      days: '30 paid, 30 contributed',
      contributionBase: '335.78',
      earnings: ['001 9600.00 0.00', '038 400.00 0.00'],
      tax: '10000.00 base, 729.02 caused, 535.65 subsidy caused, 535.65 applied, 193.37 withheld',
      quotas: '0.00 25.18 37.78 62.96 113.33',
      deductions: ['001 239.25', '002 193.37'],
      pay: '10000.00 gross, 432.62 deducted, 9567.38 net',
    },
  },
  {
    title: 'fortnight 2026, base of 5,000.00 with subsidy',
    source: 'tests of a public calculator',
    period: ['04', '2026-06-01', '2026-06-15', '2026-06-15'],
    pay: ['320.00', '336.22', '2024-06-20', 'general'],
    incidents: { otherEarnings: [{ type: '038', amount: d('200.00') }] },
    expected: {
      days: '15 paid, 15 contributed',
      contributionBase: '336.22',
      earnings: ['001 4800.00 0.00', '038 200.00 0.00'],
      tax: '5000.00 base, 366.91 caused, 264.30 subsidy caused, 264.30 applied, 102.61 withheld',
      quotas: '0.00 12.61 18.91 31.52 56.74',
      deductions: ['001 119.78', '002 102.61'],
      pay: '5000.00 gross, 222.39 deducted, 4777.61 net',
    },
  },
  {
    title: 'ten days 2026, above the subsidy cap',
    source: 'a public test suite, worked by hand from Annex 8 and the decree',
    period: ['10', '2026-06-01', '2026-06-10', '2026-06-10'],
    pay: ['500.00', '526.05', '2024-01-08', 'general'],
    incidents: {},
    expected: {
      days: '10 paid, 10 contributed',
      contributionBase: '526.05',
      earnings: ['001 5000.00 0.00'],
      tax: '5000.00 base, 473.24 caused, 0.00 subsidy caused, 0.00 applied, 473.24 withheld',
      quotas: '6.96 13.15 19.73 32.88 59.18',
      deductions: ['001 131.90', '002 473.24'],
      pay: '5000.00 gross, 605.14 deducted, 4394.86 net',
    },
  },
  {
    title: 'weekly 2024, base of 6,902.23',
    source: 'a public worksheet on the 2024 tariffs',
    period: ['02', '2024-09-02', '2024-09-08', '2024-09-08'],
    pay: ['950.00', '1002.06', '2019-10-01', 'general'],
    incidents: { otherEarnings: [{ type: '038', amount: d('252.23') }] },
    expected: {
      days: '7 paid, 7 contributed',
      contributionBase: '1002.06',
      earnings: ['001 6650.00 0.00', '038 252.23 0.00'],
      tax: '6902.23 base, 1090.22 caused, 0.00 subsidy caused, 0.00 applied, 1090.22 withheld',
      quotas: '18.94 17.54 26.30 43.84 78.91',
      deductions: ['001 185.53', '002 1090.22'],
      pay: '6902.23 gross, 1275.75 deducted, 5626.48 net',
    },
  },
  {
    title: 'fortnight 2025 with a full aguinaldo taxed by the law',
    source: 'a published briefing on the exemption of 2025 (30 UMA)',
    period: ['04', '2025-12-01', '2025-12-15', '2025-12-15'],
    pay: ['480.00', '505.63', '2022-02-01', 'general'],
    incidents: { aguinaldo: { days: d('15'), workedDaysInYear: d('365') } },
    expected: {
      days: '15 paid, 15 contributed',
      contributionBase: '505.63',
      earnings: ['001 7200.00 0.00', '002 3805.80 3394.20'],
      tax: '11005.80 base, 1527.78 caused, 0.00 subsidy caused, 0.00 applied, 1527.78 withheld',
      quotas: '9.97 18.96 28.44 47.40 85.33',
      deductions: ['001 190.10', '002 1527.78'],
      pay: '14400.00 gross, 1717.88 deducted, 12682.12 net',
    },
  },
  {
    title: 'fortnight 2025 on the minimum wage: no tax, no worker quota',
    source: 'worked by hand from the rules',
    period: ['04', '2025-03-01', '2025-03-15', '2025-03-15'],
    pay: ['278.80', '292.54', '2024-11-01', 'general'],
    incidents: {},
    expected: {
      days: '15 paid, 15 contributed',
      contributionBase: '292.54',
      earnings: ['001 4182.00 0.00'],
      tax: '4182.00 base, 0.00 caused, 0.00 subsidy caused, 0.00 applied, 0.00 withheld',
      quotas: '0.00 0.00 0.00 0.00 0.00',
      deductions: [],
      pay: '4182.00 gross, 0.00 deducted, 4182.00 net',
    },
  },
  {
    title: 'fourteen days 2025 with 5 and 12 hours of overtime',
    source: 'worked by hand from the rules',
    period: ['03', '2025-05-05', '2025-05-18', '2025-05-18'],
    pay: ['400.00', '420.28', '2023-11-13', 'general'],
    incidents: { weeks: [{ overtimeHours: d('5') }, { overtimeHours: d('12') }] },
    expected: {
      days: '14 paid, 14 contributed',
      contributionBase: '420.28',
      earnings: ['001 5600.00 0.00', '019 1150.00 700.00'],
      tax: '6750.00 base, 686.79 caused, 0.00 subsidy caused, 0.00 applied, 686.79 withheld',
      quotas: '4.53 14.71 22.06 36.77 66.19',
      deductions: ['001 144.26', '002 686.79'],
      pay: '7450.00 gross, 831.05 deducted, 6618.95 net',
    },
  },
  {
    title: 'monthly 2026, wage above 25 UMA, 31 contribution days',
    source: 'worked by hand from the rules',
    period: ['05', '2026-03-01', '2026-03-31', '2026-03-31'],
    pay: ['3500.00', '3696.70', '2018-05-02', 'general'],
    incidents: {},
    expected: {
      days: '30 paid, 31 contributed',
      contributionBase: '2932.75',
      earnings: ['001 105000.00 0.00'],
      tax: '105000.00 base, 25236.08 caused, 0.00 subsidy caused, 0.00 applied, 25236.08 withheld',
      quotas: '320.02 227.29 340.93 568.22 1022.80',
      deductions: ['001 2479.26', '002 25236.08'],
      pay: '105000.00 gross, 27715.34 deducted, 77284.66 net',
    },
  },
  {
    title: 'fortnight 2025, hired on day 21, one absence',
    source: 'worked by hand from the rules',
    period: ['04', '2025-08-16', '2025-08-31', '2025-08-31'],
    pay: ['350.00', '367.26', '2025-08-21', 'general'],
    incidents: { absenceDays: d('1') },
    expected: {
      days: '10 paid, 10 contributed',
      contributionBase: '367.26',
      earnings: ['001 3500.00 0.00'],
      tax: '3500.00 base, 224.32 caused, 156.13 subsidy caused, 156.13 applied, 68.19 withheld',
      quotas: '1.22 10.10 15.15 22.95 41.32',
      deductions: ['001 90.74', '002 68.19'],
      pay: '3500.00 gross, 158.93 deducted, 3341.07 net',
    },
  },
  {
    title: 'weekly 2026, fifth payment of the month: the month cap cuts the subsidy',
    source: 'worked by hand from the rules',
    period: ['02', '2026-05-25', '2026-05-31', '2026-05-31'],
    pay: ['350.00', '367.26', '2025-06-15', 'general'],
    incidents: {},
    subsidyCausedInMonth: '493.36',
    expected: {
      days: '7 paid, 7 contributed',
      contributionBase: '367.26',
      earnings: ['001 2450.00 0.00'],
      tax: '2450.00 base, 183.92 caused, 42.29 subsidy caused, 42.29 applied, 141.63 withheld',
      quotas: '0.43 6.43 9.64 16.07 28.92',
      deductions: ['001 61.49', '002 141.63'],
      pay: '2450.00 gross, 203.12 deducted, 2246.88 net',
    },
  },
  {
    title: 'daily 2026, wage of 500.00',
    source: 'a public test suite, worked by hand from Annex 8 and the decree',
    period: ['01', '2026-06-17', '2026-06-17', '2026-06-17'],
    pay: ['500.00', '524.65', '2026-01-05', 'general'],
    incidents: {},
    expected: {
      days: '1 paid, 1 contributed',
      contributionBase: '524.65',
      earnings: ['001 500.00 0.00'],
      tax: '500.00 base, 47.32 caused, 0.00 subsidy caused, 0.00 applied, 47.32 withheld',
      quotas: '0.69 1.31 1.97 3.28 5.90',
      deductions: ['001 13.15', '002 47.32'],
      pay: '500.00 gross, 60.47 deducted, 439.53 net',
    },
  },
];
