import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import type { GivenDeduction } from '../src/domain/calculation/input';
import { paymentFrequencies } from '../src/domain/payment-frequency';
import type { SampleChanges } from './sample-receipt';

const cent = Decimal.from('0.01');
const whole = (max: number) => fc.integer({ min: 0, max }).map((value) => Decimal.from(value));

export const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((value) => Decimal.from(value).times(cent));

/** The last day of the period that starts on 1 June 2026, by payment frequency. */
export const periodEnds = {
  '01': '2026-06-01',
  '02': '2026-06-07',
  '03': '2026-06-14',
  '04': '2026-06-15',
  '05': '2026-06-30',
  '10': '2026-06-10',
} as const;
export type FrequencyCode = keyof typeof periodEnds;

export const frequencyCodes = paymentFrequencies.map(({ code }) => code as FrequencyCode);
const zones = ['general', 'border'] as const;
const minimumWages = { general: Decimal.from('315.04'), border: Decimal.from('440.87') };

const percent = cents(1, 3000).map((value) => ({ basis: 'percent', percent: value }) as const);
const amount = cents(1, 100_000).map((value) => ({ basis: 'amount', amount: value }) as const);
const monthly = cents(1, 100_000).map(
  (value) => ({ basis: 'monthly_amount', amount: value }) as const,
);
const factor = fc
  .record({ factor: cents(1, 2000), unitValue: cents(10_000, 12_000) })
  .map((units) => ({ basis: 'factor', ...units }) as const);
const typed = (type: string) => (basis: object) => ({ type, ...basis }) as GivenDeduction;

/**
 * Generates deductions: alimony, a housing credit on any basis, FONACOT, a loan, savings and union
 * dues.
 */
const deductions = fc
  .subarray(['007', '010', '011', '012', '018', '019'])
  .chain((types) =>
    fc.tuple(
      ...types.map((type) =>
        fc.oneof(percent, amount, monthly, ...(type === '010' ? [factor] : [])).map(typed(type)),
      ),
    ),
  );

/**
 * Generates payments in June 2026 for every frequency and zone, with daily wages from the minimum wage to
 * 5,000 pesos.
 */
export const payments = fc.record({
  code: fc.constantFrom(...frequencyCodes),
  zone: fc.constantFrom(...zones),
  /** The daily wage; undefined means the minimum wage of the zone. */
  wage: fc.option(cents(44_088, 500_000), { nil: undefined, freq: 8 }),
  factor: cents(105, 130),
  startedOn: fc.constantFrom('2020-02-29', '2024-01-08', '2026-06-01', '2026-06-04'),
  other: cents(1, 2_000_000),
  vouchers: cents(1, 500_000),
  absenceDays: whole(2),
  incapacityDays: whole(2),
  overtimeHours: whole(20),
  restDaysWorked: whole(1),
  sundaysWorked: whole(2),
  vacationDays: whole(20),
  aguinaldoDays: whole(30),
  profitSharing: cents(0, 1_000_000),
  deductions,
  method: fc.constantFrom('law' as const, 'regulation174' as const),
});
export type Payment = typeof payments extends fc.Arbitrary<infer T> ? T : never;

/** Returns a payment as changes to the sample receipt. */
export function changesOf(payment: Payment): SampleChanges {
  const { code, zone, incapacityDays, aguinaldoDays } = payment;
  const dailyWage = payment.wage ?? minimumWages[zone];
  const paidOn = periodEnds[code];
  return {
    settings: { extraordinaryIsrMethod: payment.method },
    period: { paymentFrequency: code, periodEndedOn: paidOn, paidOn },
    employee: {
      paymentFrequency: code,
      minimumWageZone: zone,
      dailyWage,
      integratedDailySalary: dailyWage.times(payment.factor).round(2),
      employmentStartedOn: payment.startedOn < paidOn ? payment.startedOn : '2020-02-29',
    },
    incidents: {
      absenceDays: payment.absenceDays,
      incapacities: incapacityDays.isZero()
        ? []
        : [{ type: '02', days: incapacityDays, employerSubsidy: payment.vouchers }],
      weeks: [{ overtimeHours: payment.overtimeHours, restDaysWorked: payment.restDaysWorked }],
      sundaysWorked: payment.sundaysWorked,
      vacationPremium: { vacationDays: payment.vacationDays },
      aguinaldo: { days: aguinaldoDays, workedDaysInYear: Decimal.from(365) },
      profitSharing: payment.profitSharing,
      otherEarnings: [
        { type: '038', amount: payment.other },
        { type: '029', amount: payment.vouchers },
      ],
      deductions: payment.deductions,
    },
  };
}
