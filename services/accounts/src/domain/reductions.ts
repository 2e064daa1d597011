import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { matchedBy } from './match-complements';
import type { OpenItemState } from './open-item-state';

/** A payment or credit note that lowers the debt of a document, with its day. */
interface Reduction {
  kind: 'payment' | 'credit_note';
  occurredOn: CalendarDate;
  amount: Decimal;
}

/** An open item with the dates of its payments and credit notes. */
export interface DatedOpenItem extends OpenItemState {
  /** The credit notes and refunds of an open item; `credited` and `refunded` are their sums. */
  creditNotes: Reduction[];
}

/** The original debt of a document and its reductions, the oldest first; amounts are decimal text. */
export interface Debt {
  owed: string;
  reductions: { kind: Reduction['kind']; occurredOn: CalendarDate; amount: string }[];
}

/**
 * Returns the original debt of a document with a given open amount. For a document that was paid at
 * once, the debt is only the open amount. A recorded payment counts on the day of the payment;
 * money without a recorded payment counts on the day of its complement. Reductions that exceed the
 * debt are left out. Returns null for a debt of the organization to a supplier.
 */
export function debtOf(state: DatedOpenItem, open: Decimal): Debt | null {
  if (state.side !== 'receivable') return null;
  const isOwed = state.state === 'live' && state.isDeferred;
  const owed = isOwed ? Decimal.max(state.total, open) : open;
  let left = owed.minus(open);
  const all = [...matchedMoney(state), ...recordedMoney(state), ...state.creditNotes];
  const reductions = byDay(all).flatMap(({ kind, occurredOn, amount }) => {
    const taken = Decimal.min(amount, left);
    left = left.minus(taken);
    return taken.isPositive() ? [{ kind, occurredOn, amount: plain(taken) }] : [];
  });
  return { owed: plain(owed), reductions };
}

/**
 * Adds up the reductions of a debt by kind and day, the oldest first. Sums instead of single
 * reductions keep events short, because every event contains all reductions of the document.
 */
function byDay(reductions: readonly Reduction[]): Reduction[] {
  const days = new Map<string, Reduction>();
  for (const one of reductions) {
    const key = `${one.occurredOn} ${one.kind}`;
    const before = days.get(key);
    days.set(key, before ? { ...one, amount: before.amount.plus(one.amount) } : one);
  }
  return [...days.values()].toSorted(earlier);
}

const plain = (amount: Decimal): string => amount.trimmed().toString();

const earlier = (one: Reduction, other: Reduction): number =>
  one.occurredOn < other.occurredOn ? -1 : one.occurredOn > other.occurredOn ? 1 : 0;

const payment = (occurredOn: CalendarDate, amount: Decimal): Reduction => ({
  kind: 'payment',
  occurredOn,
  amount,
});

/**
 * Returns the payments that each complement matches, and the money of each complement for which no
 * payment was recorded.
 */
function matchedMoney({ paid, matches, applications }: OpenItemState): Reduction[] {
  const paidOn = new Map(applications.map((one) => [one.paymentId, one.paidOn]));
  return paid.flatMap(({ ref, occurredOn, amount }) => {
    const parts = matches.flatMap(({ complement, paymentId, amount: part }) => {
      const day = complement === ref && paymentId !== null ? paidOn.get(paymentId) : undefined;
      return day === undefined ? [] : [payment(day, part)];
    });
    const rest = amount.minus(Decimal.sum(parts.map((part) => part.amount)));
    return [...parts, payment(occurredOn, rest)];
  });
}

/** Returns the part of each valid payment that no complement matches. */
function recordedMoney({ paid, matches, applications }: OpenItemState): Reduction[] {
  const matched = matchedBy(matches, paid);
  return applications
    .filter(({ isReversed }) => !isReversed)
    .map(({ paymentId, paidOn, amount }) =>
      payment(paidOn, amount.minus(matched.get(paymentId) ?? Decimal.zero)),
    );
}
