import fc from 'fast-check';
import { Decimal } from '@timbre/fiscal';
import { calculateReceipt } from '../evaluation';
import { frequencyOf, paymentFrequencies } from '../payment-frequency';
import { sampleInput } from '../sample-receipt';
import type { SampleChanges } from '../sample-receipt';
import type { Calculation } from '../receipt';
import { findRule } from '../rules/rule-book';
import type { Tariff } from '../rules/dated-rule';
import { exactTaxOf, taxOf } from './income-tax';

const zero = Decimal.zero;
const cent = Decimal.from('0.01');
const periods = {
  '01': '2026-06-01',
  '02': '2026-06-07',
  '03': '2026-06-14',
  '04': '2026-06-15',
  '05': '2026-06-30',
  '10': '2026-06-10',
} as const;
type Code = keyof typeof periods;

const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((value) => Decimal.from(value).times(cent));
const whole = (max: number) => fc.integer({ min: 0, max }).map((value) => Decimal.from(value));

const codes = paymentFrequencies.map((frequency) => frequency.code as Code);

/** Any payment of June 2026: every frequency, wages from the minimum to 5,000 a day. */
const payments = fc.record({
  code: fc.constantFrom(...codes),
  zone: fc.constantFrom('general' as const, 'border' as const),
  dailyWage: cents(44_087, 500_000),
  factor: cents(105, 130),
  other: cents(1, 2_000_000),
  absenceDays: whole(2),
  overtimeHours: whole(20),
  sundaysWorked: whole(2),
  vacationDays: whole(20),
  profitSharing: cents(0, 1_000_000),
  loan: cents(1, 100_000),
  method: fc.constantFrom('law' as const, 'regulation174' as const),
});
type Payment = typeof payments extends fc.Arbitrary<infer T> ? T : never;

function changesOf(payment: Payment): SampleChanges {
  const { code, dailyWage, factor } = payment;
  return {
    settings: { extraordinaryIsrMethod: payment.method },
    period: { paymentFrequency: code, periodEndedOn: periods[code], paidOn: periods[code] },
    employee: {
      paymentFrequency: code,
      minimumWageZone: payment.zone,
      dailyWage,
      integratedDailySalary: dailyWage.times(factor).round(2),
    },
    incidents: {
      absenceDays: payment.absenceDays,
      weeks: [{ overtimeHours: payment.overtimeHours }],
      sundaysWorked: payment.sundaysWorked,
      vacationPremium: { vacationDays: payment.vacationDays },
      profitSharing: payment.profitSharing,
      otherEarnings: [{ type: '038', amount: payment.other }],
      deductions: [{ type: '004', basis: 'amount', amount: payment.loan }],
    },
  };
}

function calculated(payment: Payment): Calculation {
  const { calculation } = calculateReceipt(sampleInput(changesOf(payment)));
  if (calculation === undefined) throw new Error('nothing was calculated');
  return calculation;
}

test('the net is the gross and other payments less the deductions, line by line', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const { earnings, deductions, otherPayments, totals } = calculated(payment);
      const earned = earnings.flatMap((line) => [line.taxableAmount, line.exemptAmount]);
      const deducted = Decimal.sum(deductions.map((line) => line.amount));
      const other = Decimal.sum(otherPayments.map((line) => line.amount));
      expect(totals.gross.equals(Decimal.sum(earned))).toBe(true);
      expect(totals.deductions.equals(deducted)).toBe(true);
      expect(totals.net.equals(totals.gross.plus(other).minus(deducted))).toBe(true);
    }),
  );
});

test('every amount is in cents, and none but the net is negative', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const { earnings, deductions, totals, explanation } = calculated(payment);
      const lines = earnings.flatMap((line) => [line.taxableAmount, line.exemptAmount]);
      const amounts = [...lines, ...deductions.map((line) => line.amount), totals.isr, totals.imss];
      expect(amounts.every((amount) => amount.scale === 2 && !amount.isNegative())).toBe(true);
      expect(totals.isr.equals(explanation.isrCaused.minus(totals.subsidy))).toBe(true);
    }),
  );
});

test('the subsidy applied stays within what was caused, the tax and the month', () => {
  const monthly = findRule('isr.subsidy', '2026-06-15')?.value.monthlyAmount ?? zero;
  fc.assert(
    fc.property(payments, (payment) => {
      const { subsidyCaused, totals, explanation } = calculated(payment);
      expect(totals.subsidy.lessOrEqual(Decimal.min(subsidyCaused, explanation.isrCaused))).toBe(
        true,
      );
      expect(subsidyCaused.lessOrEqual(monthly)).toBe(true);
    }),
  );
});

test('calculating again gives the same receipt', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const input = sampleInput(changesOf(payment));
      expect(calculateReceipt(input)).toEqual(calculateReceipt(input));
    }),
  );
});

// Documented steps (README): losing the subsidy above its cap, and the cents between two rows of a
// short tariff, whose fees are rounded by the day before they are multiplied.
test('more gross never means less net but at documented steps', () => {
  fc.assert(
    fc.property(payments, cents(1, 200_000), (payment, more) => {
      const before = calculated({ ...payment, method: 'law' });
      const after = calculated({ ...payment, method: 'law', other: payment.other.plus(more) });
      const lostSubsidy = before.totals.subsidy.minus(after.totals.subsidy);
      const step = Decimal.max(zero, lostSubsidy).plus(tariffSteps(before, after, payment.code));
      expect(after.totals.net.plus(step).greaterOrEqual(before.totals.net)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('within a row of the tariff a peso more leaves at least 65 cents, less the rounding', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...codes),
      cents(1, 60_000_000),
      cents(1, 100_000),
      (code, base, more) => {
        const tariff = tariffOf(code);
        const sum = base.plus(more);
        if (rowOf(tariff, base) !== rowOf(tariff, sum)) return;
        const added = taxOf(tariff, sum).minus(taxOf(tariff, base));
        expect(added.isNegative()).toBe(false);
        expect(added.lessOrEqual(more.times(Decimal.from('0.35')).plus(cent))).toBe(true);
      },
    ),
  );
});

function tariffOf(code: Code): Tariff {
  const name = frequencyOf(code)?.name ?? 'monthly';
  return findRule(`isr.tariff.${name}`, '2026-06-15')?.value ?? [];
}

function rowOf(tariff: Tariff, base: Decimal) {
  return tariff.findLast((row) => row.lowerLimit.lessOrEqual(base));
}

/** How much the tax jumps at the rows entered between two bases, and a cent for rounding. */
function tariffSteps(before: Calculation, after: Calculation, code: Code): Decimal {
  const tariff = tariffOf(code);
  const entered = tariff.filter(
    (row) =>
      row.lowerLimit.greaterThan(before.taxableBase) &&
      row.lowerLimit.lessOrEqual(after.taxableBase),
  );
  const jumps = entered.map((row) => {
    const edge = row.lowerLimit.minus(cent);
    return Decimal.max(zero, row.fixedFee.minus(exactTaxOf(tariff, edge)));
  });
  return Decimal.sum(jumps).plus(cent);
}
