import fc from 'fast-check';
import { Decimal } from '@timbre/fiscal';
import { calculateReceipt } from '../evaluation';
import { cents, changesOf, frequencyCodes, payments } from '../../../test/any-payment';
import type { FrequencyCode, Payment } from '../../../test/any-payment';
import { frequencyOf } from '../payment-frequency';
import { sampleInput } from '../../../test/sample-receipt';
import type { Calculation } from '../receipt';
import { findRule } from '../rules/rule-book';
import type { Tariff } from '../rules/dated-rule';
import { exactTaxOf, taxOf } from './income-tax';

const zero = Decimal.zero;
const cent = Decimal.from('0.01');

function calculated(payment: Payment): Calculation {
  const { calculation } = calculateReceipt(sampleInput(changesOf(payment)));
  if (calculation === undefined) throw new Error('nothing was calculated');
  return calculation;
}

test('the net is the sum of the earnings and other payments less the deductions', () => {
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

test('every amount is in whole cents, and only the net may be negative', () => {
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

test('the subsidy applied never exceeds the subsidy caused, the tax or the monthly maximum', () => {
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

test('calculating a receipt twice returns the same receipt', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const input = sampleInput(changesOf(payment));
      expect(calculateReceipt(input)).toEqual(calculateReceipt(input));
    }),
  );
});

// The test allows two documented steps (README): the subsidy ends above its income limit, and tax
// tables for short periods have jumps of some cents, because daily fees were rounded before they
// were multiplied.
test('a higher gross pay never lowers the net pay, except at documented steps', () => {
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

// Tax and social security contributions become due one cent above the minimum wage, so both wages
// in this test are above the minimum wage.
test('a higher daily wage never lowers the net pay, except at documented steps', () => {
  fc.assert(
    fc.property(payments, cents(44_088, 500_000), cents(1, 50_000), (payment, wage, more) => {
      const paid: Payment = { ...payment, method: 'law', deductions: [] };
      const before = calculated({ ...paid, wage });
      const after = calculated({ ...paid, wage: wage.plus(more) });
      const lostSubsidy = before.totals.subsidy.minus(after.totals.subsidy);
      const step = Decimal.max(zero, lostSubsidy).plus(tariffSteps(before, after, payment.code));
      // Each line and each social security contribution is rounded separately.
      const rounding = cent.times(Decimal.from(10));
      expect(after.totals.net.plus(step).plus(rounding).greaterOrEqual(before.totals.net)).toBe(
        true,
      );
    }),
    { numRuns: 300 },
  );
});

test('within a row of the tax table, one more peso of gross pay adds at least 65 cents to the net pay, apart from rounding', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...frequencyCodes),
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

function tariffOf(code: FrequencyCode): Tariff {
  const name = frequencyOf(code)?.name ?? 'monthly';
  return findRule(`isr.tariff.${name}`, '2026-06-15')?.value ?? [];
}

function rowOf(tariff: Tariff, base: Decimal) {
  return tariff.findLast((row) => row.lowerLimit.lessOrEqual(base));
}

/**
 * Returns the sum of the jumps of the tax between the rows of the tax table from one base to
 * another, plus one cent for rounding.
 */
function tariffSteps(before: Calculation, after: Calculation, code: FrequencyCode): Decimal {
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
