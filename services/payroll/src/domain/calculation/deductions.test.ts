import { addDays, Decimal } from '@timbre/fiscal';
import { periodEnds } from '../../../test/any-payment';
import type { FrequencyCode } from '../../../test/any-payment';
import { calculateReceipt } from '../evaluation';
import { sampleInput } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import type { GivenDeduction } from './input';

const d = (text: string) => Decimal.from(text);

/**
 * Calculates a fortnight with a wage of 7,500.00, ISR of 709.86 and contributions of 197.86, and
 * returns the given deductions.
 */
function deducted(deductions: GivenDeduction[], changes: SampleChanges = {}): string[] {
  const incidents = { ...changes.incidents, deductions };
  const receipt = calculateReceipt(sampleInput({ ...changes, incidents }));
  return receipt.deductions.map((line) => `${line.type} ${line.amount}`).slice(2);
}

const credit = (basis: Partial<GivenDeduction> & object) =>
  ({ type: '010', ...basis }) as GivenDeduction;

test('IMSS contributions and tax come before the given deductions, which stay in the given order', () => {
  const given = [
    { type: '019', basis: 'amount', amount: d('50') },
    { type: '007', basis: 'amount', amount: d('100') },
  ] as const;
  const receipt = calculateReceipt(sampleInput({ incidents: { deductions: given } }));
  expect(receipt.deductions.map((line) => line.type)).toEqual(['001', '002', '019', '007']);
});

test('alimony is a percentage of the pay after taxes, or of the gross pay if the employer chose so', () => {
  const alimony = [{ type: '007', basis: 'percent', percent: d('30') }] as const;
  expect(deducted([...alimony])).toEqual(['007 1977.68']);
  expect(deducted([...alimony], { settings: { alimonyBase: 'gross' } })).toEqual(['007 2250.00']);
});

describe('deducting a monthly amount other than a housing credit', () => {
  const alimony = { type: '007', basis: 'monthly_amount', amount: d('3000') } as const;
  const shareOf = (code: FrequencyCode, changes: SampleChanges = {}) => {
    const period = { paymentFrequency: code, periodEndedOn: periodEnds[code] };
    const employee = { paymentFrequency: code, ...changes.employee };
    return deducted([alimony], { ...changes, employee, period });
  };

  test.each<[FrequencyCode, string]>([
    ['05', '3000.00'],
    ['04', '1500.00'],
    ['03', '1400.00'],
    ['10', '1000.00'],
    ['02', '700.00'],
    ['01', '100.00'],
  ])(
    'a monthly amount is deducted in the share that a payment of frequency %s covers: %s',
    (code, amount) => {
      expect(shareOf(code)).toEqual([`007 ${amount}`]);
    },
  );

  test.each(['bimester_days', 'month_of_30'] as const)(
    'a monthly amount is deducted in full in months of 28 and 31 days, even with housing credits by %s',
    (housingCreditProration) => {
      const monthOf = (periodStartedOn: string, periodEndedOn: string) =>
        deducted([alimony, { ...alimony, type: '011' }], {
          employee: { paymentFrequency: '05' },
          settings: { housingCreditProration },
          period: { paymentFrequency: '05', periodStartedOn, periodEndedOn, paidOn: periodEndedOn },
        });
      const whole = ['007 3000.00', '011 3000.00'];
      expect(monthOf('2026-01-01', '2026-01-31')).toEqual(whole);
      expect(monthOf('2026-02-01', '2026-02-28')).toEqual(whole);
    },
  );

  test('absences do not change the share of a monthly amount, but an employment that starts within the period does', () => {
    expect(shareOf('04', { incidents: { absenceDays: d('5') } })).toEqual(['007 1500.00']);
    expect(shareOf('04', { employee: { employmentStartedOn: '2026-06-08' } })).toEqual([
      '007 800.00',
    ]);
  });

  test('a monthly amount is deducted from the wage and never from an aguinaldo', () => {
    const incidents = {
      aguinaldo: { days: d('15'), workedDaysInYear: d('365') },
      deductions: [alimony, credit({ basis: 'monthly_amount', amount: d('3000') })],
    };
    const period = { kind: 'extraordinary' } as const;
    for (const housingCreditProration of ['bimester_days', 'month_of_30'] as const) {
      const settings = { housingCreditProration };
      const receipt = calculateReceipt(sampleInput({ incidents, period, settings }));
      expect(receipt.deductions.map((line) => line.type)).toEqual(['002']);
    }
  });
});

describe('housing credit', () => {
  test('a housing credit in percent is calculated from the contribution base and the days', () => {
    expect(deducted([credit({ basis: 'percent', percent: d('20') })])).toEqual(['010 1578.15']);
  });

  test('a housing credit as a monthly amount is distributed over the days of its bimester', () => {
    const monthly = [credit({ basis: 'monthly_amount', amount: d('1525') })];
    expect(deducted(monthly)).toEqual(['010 750.00']);
    expect(deducted(monthly, { settings: { housingCreditProration: 'month_of_30' } })).toEqual([
      '010 762.50',
    ]);
  });

  test('a housing credit is deducted by the days of each bimester if a payment covers two bimesters', () => {
    const monthly = [credit({ basis: 'monthly_amount', amount: d('3000') })];
    const weekOf = (periodStartedOn: string, periodEndedOn: string) => ({
      employee: { paymentFrequency: '02' },
      period: { paymentFrequency: '02', periodStartedOn, periodEndedOn, paidOn: periodEndedOn },
    });
    // The deduction is 3,000 x 2 x (6 / 59 + 1 / 61).
    expect(deducted(monthly, weekOf('2026-02-23', '2026-03-01'))).toEqual(['010 708.53']);
    expect(deducted(monthly, weekOf('2025-12-29', '2026-01-04'))).toEqual(['010 701.86']);
    const hired = weekOf('2026-02-23', '2026-03-01');
    const employee = { ...hired.employee, employmentStartedOn: '2026-02-28' };
    expect(deducted(monthly, { ...hired, employee })).toEqual(['010 200.06']);
  });

  test('the payments in a bimester deduct the amount that INFONAVIT charges for the bimester', () => {
    const monthly = [credit({ basis: 'monthly_amount', amount: d('3000') })];
    const weeks = Array.from({ length: 10 }, (_, week) => addDays('2025-12-29', week * 7));
    const deductedByWeek = weeks.map((periodStartedOn) => {
      const periodEndedOn = addDays(periodStartedOn, 6);
      const period = { paymentFrequency: '02', periodStartedOn, periodEndedOn };
      const employee = {
        paymentFrequency: '02',
        employmentStartedOn: '2026-01-01',
        employmentEndedOn: '2026-02-28',
      };
      const paid = { ...period, paidOn: '2026-03-01' };
      const [line] = deducted(monthly, { employee, period: paid });
      return d(line?.slice(4) ?? '0');
    });
    const rounding = Decimal.sum(deductedByWeek).minus(d('6000')).abs();
    expect(rounding.lessOrEqual(d('0.05'))).toBe(true);
  });

  test('the days of absence that suspend a housing credit are distributed over the bimesters of the period', () => {
    const monthly = [credit({ basis: 'monthly_amount', amount: d('3000') })];
    const period = {
      paymentFrequency: '02',
      periodStartedOn: '2025-06-27',
      periodEndedOn: '2025-07-03',
      paidOn: '2025-07-03',
    };
    const changes = { employee: { paymentFrequency: '02' }, period };
    // The credit is 3,000 x 2 x (4 / 61 + 3 / 62), and the payment deducts 5 / 7 of this amount.
    expect(deducted(monthly, changes)).toEqual(['010 683.77']);
    const incidents = { absenceDays: d('2') };
    expect(deducted(monthly, { ...changes, incidents })).toEqual(['010 488.40']);
  });

  test('a housing credit as a factor is multiplied by the unit value that the notice states', () => {
    const factor = credit({ basis: 'factor', factor: d('15.25'), unitValue: d('100') });
    expect(deducted([factor])).toEqual(['010 750.00']);
  });

  test('absences suspend a housing credit only until October 2025', () => {
    const percent = [credit({ basis: 'percent', percent: d('20') })];
    const incidents = { absenceDays: d('5') };
    const october = {
      periodStartedOn: '2025-10-16',
      periodEndedOn: '2025-10-31',
      paidOn: '2025-10-31',
    };
    const november = {
      periodStartedOn: '2025-11-01',
      periodEndedOn: '2025-11-15',
      paidOn: '2025-11-15',
    };
    expect(deducted(percent, { incidents, period: october })).toEqual(['010 1157.31']);
    expect(deducted(percent, { incidents, period: november })).toEqual(['010 1578.15']);
  });

  test('absences do not suspend a housing credit if a month counts as thirty days', () => {
    const monthly = [credit({ basis: 'monthly_amount', amount: d('1500') })];
    const settings = { housingCreditProration: 'month_of_30' } as const;
    const incidents = { absenceDays: d('5') };
    const october = {
      periodStartedOn: '2025-10-16',
      periodEndedOn: '2025-10-31',
      paidOn: '2025-10-31',
    };
    expect(deducted(monthly, { settings, incidents, period: october })).toEqual(['010 500.00']);
    expect(deducted(monthly, { settings, incidents })).toEqual(['010 750.00']);
    const employee = { employmentEndedOn: '2026-06-04' };
    expect(deducted(monthly, { settings, employee })).toEqual(['010 200.00']);
  });
});

describe('limiting deductions by law', () => {
  const settings = { deductionLimits: 'law' } as const;
  const onMinimum = { dailyWage: d('315.04'), integratedDailySalary: d('330.57') };
  const of = (type: string, amount = '9000') =>
    ({ type, basis: 'amount', amount: d(amount) }) as const;

  test('the limits of the law reduce given deductions only if the employer chose to apply them', () => {
    expect(deducted([of('011')])).toEqual(['011 9000.00']);
    expect(deducted([of('011')], { settings })).toEqual(['011 1500.00']);
  });

  test('all debts share one limit of 30 % of the wage above the minimum wage, and savings have a separate limit', () => {
    // The wage of 7,500.00 minus 15 minimum daily wages leaves 2,774.40.
    expect(deducted([of('012', '500'), of('004'), of('018')], { settings })).toEqual([
      '012 500.00',
      '004 332.32',
      '018 832.32',
    ]);
  });

  test('the limits of the law are 10 % of a minimum wage for FONACOT and 20 % for a housing credit', () => {
    const incidents = { deductions: [of('011'), of('010')] };
    const receipt = calculateReceipt(sampleInput({ employee: onMinimum, settings, incidents }));
    expect(receipt.deductions.map((line) => `${line.type} ${line.amount}`)).toEqual([
      '011 472.56',
      '010 945.12',
    ]);
  });

  test('the limits of the law count one minimum wage for each vacation day that is paid out', () => {
    const incidents = { vacationDaysPaidOut: d('10'), deductions: [of('012', '5000')] };
    const linesOf = (changes: SampleChanges) =>
      calculateReceipt(sampleInput({ settings, incidents, ...changes })).deductions.flatMap(
        ({ type, amount }) => (type === '012' ? [`${amount}`] : []),
      );
    expect(linesOf({ employee: onMinimum })).toEqual([]);
    // The limit is 30 % of the pay for 25 days at 500.00 minus 25 minimum wages; if no vacation
    // days are paid out, only 10 days count.
    expect(linesOf({})).toEqual(['1387.20']);
    expect(linesOf({ period: { kind: 'extraordinary' } })).toEqual(['554.88']);
  });

  test('a deduction whose limit is zero is left out', () => {
    const incidents = { deductions: [of('012')] };
    const receipt = calculateReceipt(sampleInput({ employee: onMinimum, settings, incidents }));
    expect(receipt.deductions).toEqual([]);
  });

  test('the limits of the law do not apply to alimony', () => {
    expect(deducted([of('007', '8000')], { settings })).toEqual(['007 8000.00']);
  });
});
