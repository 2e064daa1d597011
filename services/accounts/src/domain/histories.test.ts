import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { anOpenItem } from './examples/an-open-item';
import { matchComplements } from './match-complements';
import {
  controlAccounts,
  creditAccount,
  entriesTo,
  isCreditAccount,
  spentOf,
  openBalanceOf,
  targetOf,
  targetOfPayment,
  type Amounts,
} from './open-item';
import { openItemOf, type OpenItemState } from './open-item-state';
import { allocate } from './payment';

const invoices = 3;
const contact = 'c';
const side = 'receivable';
const d = (cents: number) => Decimal.from(cents).times(Decimal.from('0.01'));
const cents = fc.integer({ min: 1, max: 50_000 });
const invoice = fc.nat(invoices - 1);

/**
 * Steps of a history: events that may arrive twice and in any order, and requests of users between the
 * events.
 */
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('invoice' as const), invoice, isCanceled: fc.boolean() }),
  fc.record({ do: fc.constant('complement' as const), invoice, id: fc.nat(5), cents }),
  fc.record({ do: fc.constant('cancel_complement' as const), invoice, id: fc.nat(5) }),
  fc.record({ do: fc.constant('credit_note' as const), invoice, id: fc.nat(3), cents }),
  fc.record({ do: fc.constant('cancel_credit_note' as const), invoice, id: fc.nat(3) }),
  fc.record({ do: fc.constant('pay' as const), cents }),
  fc.record({ do: fc.constant('use_credit' as const), cents }),
  fc.record({ do: fc.constant('reverse' as const), payment: fc.nat(9) }),
);

type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

interface Payment {
  id: string;
  source: 'money' | 'credit';
  amount: Decimal;
  applied: Decimal;
  isReversed: boolean;
}

/** Throws if an invariant of the ledger is violated. */
function holds(condition: boolean): void {
  if (!condition) throw new Error('an invariant of the ledger does not hold');
}

/**
 * A model of the accounts service without a database, which makes the same decisions in the same
 * order.
 */
class Books {
  readonly openItems: (OpenItemState & { known: boolean })[];
  readonly complements = new Map<string, { invoice: number; amount: Decimal; isValid: boolean }>();
  readonly notes = new Map<string, { invoice: number; amount: Decimal; isValid: boolean }>();
  readonly payments: Payment[] = [];
  readonly posted = new Map<string, Map<string, Decimal>>();
  readonly balances = new Map<string, Decimal>();

  constructor(totals: readonly number[]) {
    this.openItems = totals.map((total, index) => ({
      ...anOpenItem({ side, contact, documentRef: `cfdi:${index}`, total: d(total) }),
      known: false,
    }));
  }

  get credit(): Decimal {
    return (this.balances.get(creditAccount(side, contact)) ?? Decimal.zero).abs();
  }

  take(step: Step): void {
    if (step.do === 'invoice') this.announce(step.invoice, step.isCanceled);
    if (step.do === 'complement') this.matchComplement(`k${step.id}`, step.invoice, d(step.cents));
    if (step.do === 'cancel_complement')
      this.withdraw(this.complements, `k${step.id}`, step.invoice);
    if (step.do === 'credit_note') this.note(`n${step.id}`, step.invoice, d(step.cents));
    if (step.do === 'cancel_credit_note') this.withdraw(this.notes, `n${step.id}`, step.invoice);
    if (step.do === 'pay') this.pay(d(step.cents), 'money');
    if (step.do === 'use_credit') this.pay(Decimal.min(d(step.cents), this.credit), 'credit');
    if (step.do === 'reverse') this.reverse(this.payments[step.payment]);
  }

  private announce(index: number, isCanceled: boolean): void {
    const openItem = this.openItems[index]!;
    openItem.known = true;
    // A canceled document stays canceled, even if an older event arrives later.
    if (isCanceled) openItem.state = 'canceled';
    this.settle(index);
  }

  /**
   * The first event of a complement decides which payments the complement matches; later events change
   * nothing. A canceled complement never becomes valid again.
   */
  private matchComplement(id: string, index: number, amount: Decimal): void {
    if (!this.complements.has(id))
      this.complements.set(id, { invoice: index, amount, isValid: true });
    this.settle(this.complements.get(id)!.invoice);
  }

  private note(id: string, index: number, amount: Decimal): void {
    if (!this.notes.has(id)) this.notes.set(id, { invoice: index, amount, isValid: true });
    this.settle(this.notes.get(id)!.invoice);
  }

  private withdraw(papers: Books['notes'], id: string, index: number): void {
    const paper = papers.get(id) ?? { invoice: index, amount: Decimal.zero, isValid: false };
    papers.set(id, { ...paper, isValid: false });
    this.settle(paper.invoice);
  }

  private pay(amount: Decimal, source: Payment['source']): void {
    const open = this.openItems.map((openItem, index) => ({
      ref: String(index),
      open: openItem.known ? openBalanceOf(openItemOf(openItem)).effective : Decimal.zero,
    }));
    const { allocations, rest } = allocate(amount, open);
    const used = source === 'credit' ? amount.minus(rest) : amount;
    if (!used.isPositive()) return;
    const id = `p${this.payments.length}`;
    const applied = Decimal.sum(allocations.map((one) => one.amount));
    const payment = { id, source, amount: used, applied, isReversed: false };
    this.payments.push(payment);
    const moves: [string, Amounts][] = allocations.map(({ ref, amount: part }) => {
      const openItem = this.openItems[Number(ref)]!;
      const paidOn = '2026-01-01';
      openItem.applications.push({ paymentId: id, amount: part, paidOn, isReversed: false });
      return [ref, this.missing(Number(ref))];
    });
    this.post([...moves, [id, targetOfPayment({ side, contact, ...payment })]]);
  }

  private reverse(payment: Payment | undefined): void {
    if (!payment || payment.isReversed) return;
    const before = this.openItems.map((openItem) => ({ ...openItem }));
    const moves: [string, Amounts][] = [];
    this.openItems.forEach((openItem, index) => {
      openItem.applications = openItem.applications.map((one) =>
        one.paymentId === payment.id ? { ...one, isReversed: true } : one,
      );
      if (openItem.known) moves.push([String(index), this.missing(index, false)]);
    });
    const posted = this.posted.get(payment.id)!;
    moves.push([payment.id, entriesTo(new Map(), posted)]);
    const taken = Decimal.sum(
      moves.flatMap(([, amounts]) =>
        [...amounts].flatMap(([account, amount]) => (isCreditAccount(account) ? [amount] : [])),
      ),
    );
    if (this.credit.lessThan(taken)) {
      before.forEach((openItem, index) => Object.assign(this.openItems[index]!, openItem));
      return;
    }
    payment.isReversed = true;
    this.post(moves);
  }

  private settle(index: number): void {
    const openItem = this.openItems[index]!;
    const own = <Paper extends { invoice: number; isValid: boolean }>(papers: Map<string, Paper>) =>
      [...papers].filter(([, { invoice: of, isValid }]) => of === index && isValid);
    openItem.paid = own(this.complements).map(([ref, { amount }]) => ({
      ref,
      amount,
      occurredOn: '2026-01-01',
    }));
    openItem.credited = Decimal.sum(own(this.notes).map(([, { amount }]) => amount));
    if (!openItem.known) return;
    const { paid, applications, matches } = openItem;
    matches.push(...matchComplements(paid, applications, matches));
    this.post([[String(index), this.missing(index)]]);
  }

  /**
   * Returns the entries that the ledger still lacks for an open item. Credit of the open item that paid
   * another document stays posted.
   */
  private missing(index: number, keepsSpent = true): Amounts {
    const openItem = this.openItems[index]!;
    const posted = this.posted.get(String(index)) ?? new Map<string, Decimal>();
    const before = (posted.get(creditAccount(side, contact)) ?? Decimal.zero).abs();
    const wanted = openBalanceOf(openItemOf(openItem)).credit;
    const spent = keepsSpent
      ? spentOf({ posted: before, wanted, available: this.credit })
      : undefined;
    if (spent) openItem.spent = spent;
    return entriesTo(targetOf(openItemOf(openItem)), posted);
  }

  private post(moves: [string, Amounts][]): void {
    const sum = Decimal.sum(moves.flatMap(([, amounts]) => [...amounts.values()]));
    holds(sum.isZero());
    for (const [openItem, amounts] of moves) {
      const own = this.posted.get(openItem) ?? new Map<string, Decimal>();
      this.posted.set(openItem, own);
      for (const [account, amount] of amounts) {
        own.set(account, (own.get(account) ?? Decimal.zero).plus(amount));
        this.balances.set(account, (this.balances.get(account) ?? Decimal.zero).plus(amount));
      }
    }
  }

  /**
   * Checks that every balance has the correct sign (debit or credit), and that recorded money never
   * exceeds documented money.
   */
  check(): void {
    for (const [account, balance] of this.balances) {
      if (controlAccounts.includes(account)) continue;
      const isDebit = account.startsWith('receivable:');
      holds(!(isDebit ? balance.isNegative() : balance.isPositive()));
    }
    this.openItems.forEach(({ documentRef, known }, index) => {
      if (!known) return;
      const of = (name: string) =>
        this.balances.get(`${name}:${contact}:${documentRef}`) ?? Decimal.zero;
      holds(of('uncertified').negated().lessOrEqual(of('receivable')));
      const { fiscal, uncertified } = openBalanceOf(openItemOf(this.openItems[index]!));
      holds(of('receivable').equals(fiscal));
      holds(of('uncertified').negated().equals(uncertified));
    });
  }

  /**
   * Returns the collected money: recorded payments that were not reversed, plus money that only
   * complements report.
   */
  collected(): Decimal {
    return this.balances.get('collected') ?? Decimal.zero;
  }
}

it('every invariant of the ledger is satisfied after each step of any history', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: invoices, maxLength: invoices }),
      fc.array(anyStep, { maxLength: 24 }),
      (totals, steps) => {
        const books = new Books(totals);
        for (const step of steps) {
          books.take(step);
          books.check();
        }
        const { openItems, payments } = books;
        const live = payments.filter(({ isReversed, source }) => !isReversed && source === 'money');
        const recorded = Decimal.sum(live.map(({ amount }) => amount));
        const papers = openItems.flatMap(({ known, paid, matches }) => {
          const valid = paid.map(({ ref }) => ref);
          const isLive = (id: string | null) =>
            payments.some((one) => one.id === id && !one.isReversed);
          const counted = matches.filter(
            ({ complement, paymentId }) => valid.includes(complement) && !isLive(paymentId),
          );
          return known ? counted.map(({ amount }) => amount) : [];
        });
        const money = recorded.plus(Decimal.sum(papers));
        expect(books.collected().equals(money)).toBe(true);
      },
    ),
    { numRuns: 10_000 },
  );
}, 120_000);
