import fc from 'fast-check';
import { Decimal } from '@timbre/fiscal';
import { changesOf, payments } from '../../../test/any-payment';
import type { EmployerSettings } from '../employer-settings';
import { calculateReceipt } from '../evaluation';
import { checkManualReceipt } from '../manual-receipt';
import type { EarningLine } from '../receipt';
import { sampleInput } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';

const d = (text: string) => Decimal.from(text);
const earning = (type: string, taxable: string): EarningLine => ({
  type,
  code: type,
  taxableAmount: d(taxable),
  exemptAmount: d('0.00'),
});

/** Returns the issue codes of a manual row with the given earnings and subsidy caused. */
function codesOf(
  earnings: EarningLine[],
  caused: string,
  { changes = {}, paidDays = '15' }: { changes?: SampleChanges; paidDays?: string } = {},
): string[] {
  const subsidy = { type: '002', code: '002', amount: d('0.00'), employmentSubsidy: d(caused) };
  const lines = { earnings, deductions: [], otherPayments: [subsidy] };
  const details = { incapacities: [] };
  const given = { lines, details, paidDays: d(paidDays) };
  const receipt = checkManualReceipt({ ...sampleInput(changes), ...given });
  return receipt.issues.map((issue) => issue.code);
}

const exceeded = ['subsidy_ceiling_exceeded'];
const wage = earning('001', '5000.00');
const longFortnight = {
  periodStartedOn: '2026-05-16',
  periodEndedOn: '2026-05-31',
  paidOn: '2026-05-31',
};

describe('checking the issue subsidy_ceiling_exceeded with settings of the employer', () => {
  test.each(['002', '003', '021'])(
    'the setting regulation174 excludes %s from the income',
    (type) => {
      const earnings = [wage, earning(type, '3000.00')];
      const settings = { extraordinaryIsrMethod: 'regulation174' } as const;
      expect(codesOf(earnings, '264.30', { changes: { settings } })).toEqual([]);
      expect(codesOf(earnings, '264.30')).toEqual(exceeded);
    },
  );

  test('the setting regulation174 does not exclude other earning types from the income', () => {
    const settings = { extraordinaryIsrMethod: 'regulation174' } as const;
    const earnings = [wage, earning('038', '3000.00')];
    expect(codesOf(earnings, '264.30', { changes: { settings } })).toEqual(exceeded);
  });

  test('calendar days for the subsidy are the days of the period less the unpaid days', () => {
    const settings = { subsidyDays: 'calendar_days' } as const;
    const changes = { settings, period: longFortnight };
    expect(codesOf([wage], '281.92', { changes })).toEqual([]);
    expect(codesOf([wage], '281.93', { changes })).toEqual(exceeded);
    expect(codesOf([wage], '264.30', { changes, paidDays: '14' })).toEqual([]);
    expect(codesOf([wage], '264.31', { changes, paidDays: '14' })).toEqual(exceeded);
    expect(codesOf([wage], '264.31', { changes: { period: longFortnight } })).toEqual(exceeded);
  });

  test('if the contribution base is known, the contribution base is compared with the limit instead of the income', () => {
    const settings = { subsidyEntitlementBase: 'contribution_base' } as const;
    const low = { dailyWage: d('350'), integratedDailySalary: d('367.26') };
    const rich = [earning('001', '9000.00')];
    expect(codesOf(rich, '264.30', { changes: { settings, employee: low } })).toEqual([]);
    expect(codesOf([wage], '264.30', { changes: { settings } })).toEqual(exceeded);
    const unknown = { ...low, dailyWage: null };
    expect(codesOf(rich, '264.30', { changes: { settings, employee: unknown } })).toEqual(exceeded);
  });
});

const anySettings: fc.Arbitrary<Partial<EmployerSettings>> = fc.record({
  subsidyDays: fc.constantFrom('paid_days', 'calendar_days'),
  subsidyEntitlementBase: fc.constantFrom('taxable_base', 'contribution_base'),
  absenceCost: fc.constantFrom('day', 'day_and_rest_share'),
});

test('a manual row accepts the subsidy of a calculated receipt with any settings', () => {
  fc.assert(
    fc.property(payments, anySettings, (payment, choices) => {
      const changes = changesOf(payment);
      const input = sampleInput({ ...changes, settings: { ...changes.settings, ...choices } });
      const { paidDays, earnings, otherPayments, calculation } = calculateReceipt(input);
      if (paidDays === undefined || paidDays.isZero()) return;
      const { overtime = [], incapacities = [] } = calculation ?? {};
      const held = earnings.map((line) => (line.type === '019' ? { ...line, overtime } : line));
      if (held.length === 0) return;
      const given = {
        lines: { earnings: held, deductions: [], otherPayments },
        details: { incapacities },
        paidDays,
      };
      expect(checkManualReceipt({ ...input, ...given }).issues).toEqual([]);
    }),
  );
});
