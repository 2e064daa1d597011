import fc from 'fast-check';
import { daysInMonth } from './calendar-date';
import { Decimal } from './decimal';
import {
  installmentsOf,
  type FirstDue,
  type Recurrence,
  type SettlementTerms,
} from './settlement-terms';
import { settlementTermsIssues } from './terms-input';

const anyDate = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const anyFirstDue: fc.Arbitrary<FirstDue> = fc.oneof(
  fc.constant<FirstDue>({ kind: 'transaction_date' }),
  fc
    .integer({ min: 1, max: 60 })
    .map((months): FirstDue => ({ kind: 'months_after_transaction', months })),
  anyDate.map((date): FirstDue => ({ kind: 'fixed_date', date })),
);

const anyRecurrence: fc.Arbitrary<Recurrence> = fc.oneof(
  fc.constant<Recurrence>({ kind: 'anchor_day' }),
  fc.integer({ min: 1, max: 31 }).map((day): Recurrence => ({ kind: 'day_of_month', day })),
  fc.constant<Recurrence>({ kind: 'last_day' }),
);

const anyTerms: fc.Arbitrary<SettlementTerms> = fc.record({
  installmentCount: fc.integer({ min: 1, max: 60 }),
  firstDue: anyFirstDue,
  recurrence: anyRecurrence,
});

const anyTotal = fc
  .bigInt({ min: 0n, max: 10n ** 14n })
  .map((cents) => Decimal.from(cents).dividedBy(Decimal.from(100), 2));

const monthIndex = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

describe('installments of any total and any terms', () => {
  test('installments add up to the total and differ by at most a cent', () => {
    fc.assert(
      fc.property(anyTotal, anyTerms, anyDate, (total, terms, on) => {
        const amounts = installmentsOf(total, terms, on).map(({ amount }) => amount);
        expect(amounts).toHaveLength(terms.installmentCount);
        expect(Decimal.sum(amounts).equals(total)).toBe(true);
        const spread = Decimal.max(...amounts).minus(Decimal.min(...amounts));
        expect(spread.lessOrEqual(Decimal.from('0.01'))).toBe(true);
        expect(amounts.every(({ scale }) => scale === 2)).toBe(true);
      }),
    );
  });

  test('installments are due once a month, in order', () => {
    fc.assert(
      fc.property(anyTerms, anyDate, (terms, on) => {
        const dates = installmentsOf(Decimal.one, terms, on).map(({ dueOn }) => dueOn);
        const first = monthIndex(dates[0] ?? '');
        expect(dates.map(monthIndex)).toEqual(dates.map((_, index) => first + index));
      }),
    );
  });

  test('installments after the first installment follow the recurrence', () => {
    fc.assert(
      fc.property(anyTerms, anyDate, (terms, on) => {
        const { firstDue, recurrence } = terms;
        const anchor = firstDue.kind === 'fixed_date' ? firstDue.date : on;
        const wished = { anchor_day: Number(anchor.slice(8)), last_day: 31, day_of_month: 0 };
        const day = recurrence.kind === 'day_of_month' ? recurrence.day : wished[recurrence.kind];
        for (const { dueOn } of installmentsOf(Decimal.one, terms, on).slice(1)) {
          const length = daysInMonth(Number(dueOn.slice(0, 4)), Number(dueOn.slice(5, 7)));
          expect(Number(dueOn.slice(8))).toBe(Math.min(day, length));
        }
      }),
    );
  });
});

describe('settlementTermsIssues', () => {
  test.each([
    ['9994-12-31', []],
    ['9995-01-01', ['first_due_invalid']],
  ])(
    'a first due date of %s is refused, or leaves a valid date for each installment',
    (date, codes) => {
      const terms = {
        installmentCount: 60,
        firstDue: { kind: 'fixed_date' as const, date },
        recurrence: { kind: 'last_day' as const },
      };
      expect(settlementTermsIssues(terms, []).map(({ code }) => code)).toEqual(codes);
      if (codes.length > 0) return;
      expect(installmentsOf(Decimal.one, terms, '2026-01-01')).toHaveLength(60);
    },
  );
});

describe('installmentsOf', () => {
  const datesOf = (firstDue: FirstDue, recurrence: Recurrence, on: string, count = 3) =>
    installmentsOf(Decimal.one, { installmentCount: count, firstDue, recurrence }, on).map(
      ({ dueOn }) => dueOn,
    );

  test('the remaining cents are added to the first installments', () => {
    const terms: SettlementTerms = {
      installmentCount: 3,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'anchor_day' },
    };
    const plan = installmentsOf(Decimal.from('100.01'), terms, '2026-01-31');
    expect(plan.map(({ number, dueOn, amount }) => [number, dueOn, amount.toString()])).toEqual([
      [1, '2026-01-31', '33.34'],
      [2, '2026-02-28', '33.34'],
      [3, '2026-03-31', '33.33'],
    ]);
  });

  test.each([
    ['1000', 0, ['334', '333', '333']],
    ['100', 3, ['33.334', '33.333', '33.333']],
    ['0.02', 2, ['0.01', '0.01', '0.00']],
  ])('installments divide the total %s in units of %i decimals', (total, decimals, amounts) => {
    const terms: SettlementTerms = {
      installmentCount: 3,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'anchor_day' },
    };
    const plan = installmentsOf(Decimal.from(total), terms, '2026-01-31', decimals);
    expect(plan.map(({ amount }) => amount.toString())).toEqual(amounts);
  });

  test('an installment is due on the 31st again after a shorter month', () => {
    const first: FirstDue = { kind: 'months_after_transaction', months: 1 };
    expect(datesOf(first, { kind: 'anchor_day' }, '2026-01-31')).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  test('months are counted from the transaction, and the recurrence determines the day', () => {
    const first: FirstDue = { kind: 'months_after_transaction', months: 2 };
    expect(datesOf(first, { kind: 'last_day' }, '2026-12-10', 1)).toEqual(['2027-02-28']);
    expect(datesOf(first, { kind: 'day_of_month', day: 5 }, '2026-12-10', 2)).toEqual([
      '2027-02-05',
      '2027-03-05',
    ]);
  });

  test('a fixed first due date determines the due day in every month', () => {
    const fixed: FirstDue = { kind: 'fixed_date', date: '2026-02-10' };
    const fifteenth: Recurrence = { kind: 'day_of_month', day: 15 };
    expect(datesOf(fixed, fifteenth, '2026-01-03', 2)).toEqual(['2026-02-10', '2026-03-15']);
    expect(datesOf({ kind: 'transaction_date' }, { kind: 'last_day' }, '2026-01-03', 2)).toEqual([
      '2026-01-03',
      '2026-02-28',
    ]);
  });

  test.each<[string, Partial<SettlementTerms>]>([
    ['no installments', { installmentCount: 0 }],
    ['61 installments', { installmentCount: 61 }],
    ['half an installment', { installmentCount: 1.5 }],
    ['0 months', { firstDue: { kind: 'months_after_transaction', months: 0 } }],
    ['61 months', { firstDue: { kind: 'months_after_transaction', months: 61 } }],
    ['a date that does not exist', { firstDue: { kind: 'fixed_date', date: '2026-02-30' } }],
    ['day 32', { recurrence: { kind: 'day_of_month', day: 32 } }],
  ])('installmentsOf throws for %s', (_, wrong) => {
    const terms: SettlementTerms = {
      installmentCount: 1,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'anchor_day' },
      ...wrong,
    };
    expect(() => installmentsOf(Decimal.one, terms, '2026-01-01')).toThrow(RangeError);
  });

  test('installmentsOf throws for a negative total, and for a total with more than two decimals', () => {
    const terms: SettlementTerms = {
      installmentCount: 2,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'anchor_day' },
    };
    expect(() => installmentsOf(Decimal.from('1.001'), terms, '2026-01-01')).toThrow(RangeError);
    expect(() => installmentsOf(Decimal.from('-1'), terms, '2026-01-01')).toThrow(RangeError);
    expect(() => installmentsOf(Decimal.one, terms, '2026-02-30')).toThrow(RangeError);
    expect(installmentsOf(Decimal.from('1.0000'), terms, '2026-01-01')).toHaveLength(2);
  });
});
