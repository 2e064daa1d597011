import fc from 'fast-check';
import { Decimal, type SettlementTerms } from '@timbre/fiscal';
import {
  coverageOf,
  isSamePlan,
  planRefusal,
  scheduleOf,
  stateAfter,
  statusOf,
  type Planned,
  type PlannableInvoice,
} from './plan';

const terms = (installmentCount: number): SettlementTerms => ({
  installmentCount,
  firstDue: { kind: 'transaction_date' },
  recurrence: { kind: 'anchor_day' },
});

const planOf = (changes: Partial<Planned> = {}): Planned => ({
  terms: terms(3),
  balance: Decimal.from('1000'),
  currency: 'MXN',
  occurredOn: '2026-01-31',
  ...changes,
});

const amounts = (plan: Planned) => scheduleOf(plan).map(({ amount }) => amount.toString());

const anyPlan = fc
  .record({
    count: fc.integer({ min: 1, max: 60 }),
    units: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    currency: fc.constantFrom('MXN', 'JPY', 'BHD'),
  })
  .map(({ count, units, currency }) => {
    const scale = { MXN: 2, JPY: 0, BHD: 3 }[currency]!;
    const one = Decimal.from(10n ** BigInt(scale));
    const balance = Decimal.from(units).dividedBy(one, scale);
    return { plan: planOf({ terms: terms(count), balance, currency }), scale };
  });

describe('scheduleOf and coverageOf for any plan', () => {
  it('scheduleOf returns installments that add up to the balance, differ by at most one unit of the currency, and are never zero', () => {
    fc.assert(
      fc.property(anyPlan, ({ plan, scale }) => {
        const shares = scheduleOf(plan).map(({ amount }) => amount);
        expect(Decimal.sum(shares).equals(plan.balance)).toBe(true);
        const spread = Decimal.max(...shares).minus(Decimal.min(...shares));
        expect(spread.times(Decimal.from(10n ** BigInt(scale))).compare(Decimal.one)).not.toBe(1);
        expect(shares.every((share) => share.isPositive())).toBe(true);
        expect(shares.map(String)).toEqual(
          shares.toSorted((one, other) => other.compare(one)).map(String),
        );
      }),
    );
  });

  it('coverageOf covers the oldest installments first and leaves the unpaid amount open', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 150 }), ({ plan, scale }, percent) => {
        const part = Decimal.from(percent).dividedBy(Decimal.from(100), 2);
        const effective = plan.balance.times(part).round(scale);
        const rows = coverageOf(plan, effective);
        expect(Decimal.sum(rows.map(({ open }) => open)).equals(effective)).toBe(true);
        const partial = rows.filter(({ covered, open }) => !covered.isZero() && !open.isZero());
        expect(partial.length).toBeLessThanOrEqual(1);
        const firstOpen = rows.findIndex(({ open }) => !open.isZero());
        const after = firstOpen < 0 ? [] : rows.slice(firstOpen + 1);
        expect(after.every(({ covered }) => covered.isZero())).toBe(true);
      }),
    );
  });
});

describe('a currency', () => {
  it.each([
    ['JPY', '1000', ['334', '333', '333']],
    ['MXN', '1000', ['333.34', '333.33', '333.33']],
    ['BHD', '1', ['0.334', '0.333', '0.333']],
    ['JPY', '2', ['1', '1']],
    ['MXN', '0.015', ['0.005', '0.005', '0.005']],
  ])('%s divides %s into its smallest units', (currency, balance, shares) => {
    expect(amounts(planOf({ currency, balance: Decimal.from(balance) }))).toEqual(shares);
  });
});

it('coverageOf makes an amount due first if a cancellation restores it and it is older than the plan', () => {
  const rows = coverageOf(planOf({ balance: Decimal.from('600') }), Decimal.from('900'));
  expect(rows.map(({ amount, open }) => [Number(amount), Number(open)])).toEqual([
    [500, 500],
    [200, 200],
    [200, 200],
  ]);
});

describe('statusOf returns the status of an installment', () => {
  const rowOf = (covered: string) => ({
    dueOn: '2026-03-10',
    amount: Decimal.from('100'),
    covered: Decimal.from(covered),
  });
  it.each([
    ['100', false, '2026-04-01', 'paid'],
    ['100', true, '2026-04-01', 'paid'],
    ['40', true, '2026-04-01', 'canceled'],
    ['40', false, '2026-03-11', 'overdue'],
    ['40', false, '2026-03-10', 'partially_paid'],
    ['0', false, '2026-03-10', 'pending'],
  ])('%s of 100 covered, ended %s, on %s: %s', (covered, isEnded, today, status) => {
    expect(statusOf(rowOf(covered), isEnded, today)).toBe(status);
  });
});

describe('rules for planning an invoice', () => {
  const invoice: PlannableInvoice = {
    kind: 'income',
    direction: 'issued',
    status: 'valid',
    isDeferred: true,
    effective: Decimal.one,
  };

  it.each<[string | undefined, Partial<PlannableInvoice>]>([
    [undefined, {}],
    ['not_income', { kind: 'transfer', direction: 'received' }],
    ['not_issued', { direction: 'received', status: 'canceled' }],
    ['not_stamped', { status: 'draft', isDeferred: false }],
    ['invoice_canceled', { status: 'canceled', isDeferred: false }],
    ['not_deferred', { isDeferred: false, effective: Decimal.zero }],
    ['invoice_paid', { effective: Decimal.zero }],
  ])('planning an invoice is refused as %s for %j', (reason, changes) => {
    expect(planRefusal({ ...invoice, ...changes })).toBe(reason);
  });

  it('isSamePlan is true if a request has the same terms and balance as the plan in force', () => {
    const current = { terms: terms(3), balance: Decimal.from('100.00') };
    const hundred = Decimal.from('100');
    expect(isSamePlan(current, { ...terms(3) }, hundred)).toBe(true);
    expect(isSamePlan(current, terms(4), hundred)).toBe(false);
    expect(isSamePlan(current, terms(3), Decimal.from('99'))).toBe(false);
    expect(isSamePlan(current, null, hundred)).toBe(false);
    expect(isSamePlan(undefined, null, hundred)).toBe(true);
    expect(isSamePlan(undefined, terms(3), hundred)).toBe(false);
  });

  it('stateAfter completes a plan when its invoice is paid in full, and cancels it together with its invoice', () => {
    expect(stateAfter(Decimal.zero, false)).toBe('completed');
    expect(stateAfter(Decimal.one, false)).toBe('active');
    expect(stateAfter(Decimal.zero, true)).toBe('canceled');
  });
});
