import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { entriesTo, owedBy, openBalanceOf, targetOf, type OpenItem } from './open-item';

const d = (amount: number | string) => Decimal.from(amount);
const openItem = (facts: Partial<Record<keyof OpenItem, unknown>> = {}): OpenItem => ({
  side: 'receivable',
  state: 'live',
  contact: 'c',
  documentRef: 'cfdi:1',
  isDeferred: true,
  total: d(1160),
  paid: d(0),
  credited: d(0),
  refunded: d(0),
  moneyBack: d(0),
  recorded: d(0),
  isCfdi: true,
  spent: d(0),
  ...(facts as Partial<OpenItem>),
});
const shown = (facts: Partial<Record<keyof OpenItem, unknown>>) =>
  Object.fromEntries(
    [...targetOf(openItem(facts))].flatMap(([account, amount]) =>
      amount.isZero() ? [] : [[account, amount.toNumber()]],
    ),
  );

describe('entries and balances of an invoice in the ledger', () => {
  it.each([
    ['is owed', {}, { 'receivable:c:cfdi:1': 1160, sales: -1160 }],
    [
      'is owed less what is paid and credited',
      { paid: d(580), credited: d(80) },
      { 'receivable:c:cfdi:1': 500, sales: -1160, collected: 580, returns: 80 },
    ],
    [
      'turns what goes beyond it into credit',
      { paid: d(1000), credited: d(200) },
      { sales: -1160, collected: 1000, returns: 200, 'credit:c': -40 },
    ],
    ['is collected at once', { isDeferred: false }, { sales: -1160, collected: 1160 }],
    [
      'keeps the money of a canceled one as credit',
      { state: 'canceled', paid: d(580), credited: d(80) },
      { collected: 580, 'credit:c': -580 },
    ],
    ['says nothing of what an expense owes', { state: 'superseded', paid: d(1) }, {}],
    [
      'is owed less what is recorded and waits for its complement',
      { recorded: d(580) },
      { 'receivable:c:cfdi:1': 1160, sales: -1160, collected: 580, 'uncertified:c:cfdi:1': -580 },
    ],
    [
      'turns recorded money beyond it into credit',
      { recorded: d(1160), credited: d(160) },
      {
        'receivable:c:cfdi:1': 1000,
        sales: -1160,
        collected: 1160,
        returns: 160,
        'uncertified:c:cfdi:1': -1000,
        'credit:c': -160,
      },
    ],
    [
      'keeps recorded money of a canceled one as credit',
      { state: 'canceled', recorded: d(580) },
      { collected: 580, 'credit:c': -580 },
    ],
    [
      'owes again what was used of its credit',
      { recorded: d(1160), spent: d(160) },
      {
        'receivable:c:cfdi:1': 1160,
        sales: -1160,
        collected: 1160,
        'uncertified:c:cfdi:1': -1000,
        'credit:c': -160,
      },
    ],
    [
      'of a receipt is lowered by recorded money at once',
      { isCfdi: false, recorded: d(580) },
      { 'receivable:c:cfdi:1': 580, sales: -1160, collected: 580 },
    ],
    [
      'of a receipt has no money that went back',
      { isCfdi: false, recorded: d(1160), credited: d(160), moneyBack: d(160) },
      { sales: -1160, collected: 1000, returns: 160 },
    ],
    [
      'is owed less what a refund took off, before its credit note is stamped',
      { refunded: d(160) },
      {
        'receivable:c:cfdi:1': 1160,
        sales: -1160,
        returns: 160,
        'uncertified:c:cfdi:1': -160,
      },
    ],
    [
      'has neither money that went back nor credit of it, before the credit note and after it',
      { recorded: d(1160), refunded: d(1160), moneyBack: d(1160) },
      { 'receivable:c:cfdi:1': 1160, sales: -1160, returns: 1160, 'uncertified:c:cfdi:1': -1160 },
    ],
    [
      'is nothing once it was paid, refunded in money and credited',
      { paid: d(1160), credited: d(1160), moneyBack: d(1160) },
      { sales: -1160, returns: 1160 },
    ],
    [
      'is owed again when its money went back and its payment is reversed',
      { credited: d(1160), moneyBack: d(1160) },
      { 'receivable:c:cfdi:1': 1160, sales: -1160, returns: 1160, collected: -1160 },
    ],
    [
      'leaves no credit of a canceled one whose money went back',
      { state: 'canceled', recorded: d(580), moneyBack: d(580) },
      {},
    ],
    [
      'is owed to a supplier',
      { side: 'payable', paid: d(60), credited: d(100) },
      { 'payable:c:cfdi:1': -1000, purchases: 1060, disbursed: -60 },
    ],
    [
      'turns what goes beyond it into an advance',
      { side: 'payable', paid: d(1200) },
      { purchases: 1160, disbursed: -1200, 'advance:c': 40 },
    ],
  ])('an open item %s', (_, facts, accounts) => {
    expect(shown(facts)).toEqual(accounts);
  });
});

const cents = fc.integer({ min: 0, max: 200_000 }).map((n) => d(n).times(d('0.01')));
const anyOpenItem = fc
  .record({
    side: fc.constantFrom('receivable', 'payable'),
    state: fc.constantFrom('live', 'canceled', 'superseded'),
    isDeferred: fc.boolean(),
    total: cents,
    paid: cents,
    credited: cents,
    refunded: cents,
    moneyBack: cents,
    recorded: cents,
    isCfdi: fc.boolean(),
    spent: cents,
  })
  .map(openItem);

it('targetOf returns entries that add up to 0 and give every balance the correct sign, in any state', () => {
  fc.assert(
    fc.property(anyOpenItem, (one) => {
      const amounts = targetOf(one);
      expect(Decimal.sum(amounts.values()).toNumber()).toBe(0);
      const { fiscal, uncertified, effective } = openBalanceOf(one);
      expect(uncertified.lessOrEqual(fiscal) && effective.equals(fiscal.minus(uncertified))).toBe(
        true,
      );
      for (const [account, amount] of amounts) {
        if (/^(receivable|advance|uncertified_paid):/.test(account))
          expect(amount.isNegative()).toBe(false);
        if (/^(payable|credit|uncertified):/.test(account)) expect(amount.isPositive()).toBe(false);
      }
    }),
    { numRuns: 10_000 },
  );
});

it('entriesTo changes any posted entries to the target entries and repeats no entry', () => {
  fc.assert(
    fc.property(anyOpenItem, anyOpenItem, (before, after) => {
      const entries = entriesTo(targetOf(after), targetOf(before));
      const reached = new Map(targetOf(before));
      for (const [account, amount] of entries) {
        reached.set(account, (reached.get(account) ?? Decimal.zero).plus(amount));
      }
      expect(entriesTo(targetOf(after), reached).size).toBe(0);
      expect(Decimal.sum(entries.values()).toNumber()).toBe(0);
    }),
    { numRuns: 1_000 },
  );
});

it('owedBy returns the change of the debt that an invoice or its cancellation causes', () => {
  const [nothing, open] = [targetOf(openItem({ state: 'superseded' })), targetOf(openItem())];
  expect(owedBy(entriesTo(open, nothing), 'receivable').toNumber()).toBe(1160);
  const canceled = targetOf(openItem({ state: 'canceled' }));
  expect(owedBy(entriesTo(canceled, open), 'receivable').toNumber()).toBe(-1160);
  const owing = targetOf(openItem({ side: 'payable' }));
  expect(owedBy(entriesTo(owing, nothing), 'payable').toNumber()).toBe(1160);
});
