import { Decimal } from '@timbre/fiscal';

export type Side = 'receivable' | 'payable';

/**
 * An invoice, a receipt or an expense, with everything that lowers its balance. `superseded`:
 * another document carries the debt instead.
 */
export interface OpenItem {
  side: Side;
  state: 'live' | 'canceled' | 'superseded';
  /** The identifier of the contact, or the RFC of a party that is not a contact. */
  contact: string;
  documentRef: string;
  total: Decimal;
  /** Whether it is a debt until it is paid (PPD, credit), instead of paid at once (PUE). */
  isDeferred: boolean;
  /** By complements or settlements. */
  paid: Decimal;
  /** By credit notes or refunds. */
  credited: Decimal;
  /** The amount of refunds whose credit notes are not stamped yet. */
  refunded: Decimal;
  /** The amount of recorded payments that no complement matches. */
  recorded: Decimal;
  /** Recorded money waits for its complement (CFDI), instead of lowering the debt at once. */
  isCfdi: boolean;
  /** Money refunded to the customer; it does not count as collected and is never credit. */
  moneyBack: Decimal;
  /** Credit that was used elsewhere and is missing, so it is owed again. */
  spent: Decimal;
}

/** The balance of a document. */
export interface OpenBalance {
  /** F, the fiscal balance: the total less stamped documents. */
  fiscal: Decimal;
  /** U: recorded money that waits for its complement, and refunds that wait for their credit notes; never more than F. */
  uncertified: Decimal;
  /** E = F - U, the effective balance: the amount still to be paid. */
  effective: Decimal;
  /** The excess: credit of the customer, or an advance to the supplier. */
  credit: Decimal;
}

/**
 * The balance, a function of the present state alone.
 * - live: the total less payments, credit notes and refunds; an excess is credit
 * - canceled: zero; money that was recorded or that complements still match is credit
 * - superseded: zero; recorded money is credit
 *
 * Credit that was used elsewhere or paid back as money does not pay this item: it lowers recorded money first.
 */
export function openBalanceOf(openItem: OpenItem): OpenBalance {
  const { state, total, isDeferred, paid, credited, recorded, isCfdi, spent } = openItem;
  const isLive = state === 'live';
  const waiting = isCfdi ? recorded.plus(refundedOf(openItem)) : Decimal.zero;
  const gone = spent.plus(moneyBackOf(openItem));
  const kept = Decimal.max(Decimal.zero, waiting.minus(gone));
  const missing = Decimal.max(Decimal.zero, gone.minus(waiting));
  const owed = (isLive && isDeferred ? total : Decimal.zero).plus(missing);
  const papers = state === 'superseded' ? Decimal.zero : isLive ? paid.plus(credited) : paid;
  const lowered = isCfdi ? papers : papers.plus(recorded).plus(refundedOf(openItem));
  const fiscal = Decimal.max(Decimal.zero, owed.minus(lowered));
  const uncertified = Decimal.min(kept, fiscal);
  const over = lowered.minus(owed).plus(fiscal).plus(kept.minus(uncertified));
  return {
    fiscal,
    uncertified,
    effective: fiscal.minus(uncertified),
    credit: over.plus(spent),
  };
}

/** A canceled sale that was paid at once has returned all of its money. */
const moneyBackOf = ({ state, isDeferred, moneyBack }: OpenItem): Decimal =>
  state === 'canceled' && !isDeferred ? Decimal.zero : moneyBack;

/** The total of a later invoice is net of them. */
const refundedOf = ({ state, refunded }: OpenItem): Decimal =>
  state === 'live' ? refunded : Decimal.zero;

/** Signed amounts by account; debit is positive. */
export type Amounts = ReadonlyMap<string, Decimal>;

/** The entries that the ledger must have for the open item; their amounts add up to 0. */
export function targetOf(openItem: OpenItem): Amounts {
  const { side, contact, documentRef, state, total, isDeferred } = openItem;
  const { fiscal, uncertified, credit } = openBalanceOf(openItem);
  const isLive = state === 'live';
  const paid = state === 'superseded' ? Decimal.zero : openItem.paid;
  const names = accountsOf(side);
  const amounts = new Map<string, Decimal>();
  const add = (account: string, amount: Decimal) => {
    const signed = side === 'receivable' ? amount : amount.negated();
    amounts.set(account, (amounts.get(account) ?? Decimal.zero).plus(signed));
  };
  add(`${names.owing}:${contact}:${documentRef}`, fiscal);
  add(`${names.waiting}:${contact}:${documentRef}`, uncertified.negated());
  add(creditAccount(side, contact), credit.negated());
  if (isLive) {
    add(names.result, total.negated());
    add(names.back, openItem.credited.plus(openItem.refunded));
    if (!isDeferred) add(names.money, total);
  }
  add(names.money, paid.plus(openItem.recorded).minus(moneyBackOf(openItem)));
  return amounts;
}

const accountsOf = (side: Side) =>
  side === 'receivable'
    ? ({
        owing: 'receivable',
        waiting: 'uncertified',
        crediting: 'credit',
        result: 'sales',
        back: 'returns',
        money: 'collected',
      } as const)
    : ({
        owing: 'payable',
        waiting: 'uncertified_paid',
        crediting: 'advance',
        result: 'purchases',
        back: 'purchases',
        money: 'disbursed',
      } as const);

/** The account of the credit of a customer, or of the advances to a supplier. */
export const creditAccount = (side: Side, contact: string): string =>
  `${accountsOf(side).crediting}:${contact}`;

/**
 * The entries of a payment beside its documents: the rest of money is credit; applied credit is not
 * collected again.
 */
export function targetOfPayment({
  side,
  contact,
  source,
  amount,
  applied,
  isReversed,
}: {
  side: Side;
  contact: string;
  source: 'money' | 'credit';
  amount: Decimal;
  applied: Decimal;
  isReversed: boolean;
}): Amounts {
  if (isReversed) return new Map();
  const rest = source === 'money' ? amount.minus(applied) : amount.negated();
  const signed = side === 'receivable' ? rest : rest.negated();
  return new Map([
    [accountsOf(side).money, signed],
    [creditAccount(side, contact), signed.negated()],
  ]);
}

/** The entries that are missing between the posted ones and the target; empty without a difference. */
export function entriesTo(target: Amounts, posted: Amounts): Amounts {
  const entries = new Map<string, Decimal>();
  for (const account of new Set([...target.keys(), ...posted.keys()])) {
    const wanted = target.get(account) ?? Decimal.zero;
    const missing = wanted.minus(posted.get(account) ?? Decimal.zero);
    if (!missing.isZero()) entries.set(account, missing);
  }
  return entries;
}

const nameOf = (account: string): string => account.split(':')[0]!;

/** The change of debt or credit; positive raises it. Control accounts change nothing. */
export function owedBy(entries: Iterable<readonly [string, Decimal]>, side: Side): Decimal {
  const { owing, waiting, crediting } = accountsOf(side);
  const changes = [...entries].filter(([account]) =>
    [owing, waiting, crediting].some((name) => name === nameOf(account)),
  );
  const sum = Decimal.sum(changes.map(([, amount]) => amount));
  return side === 'receivable' ? sum : sum.negated();
}

/** Accounts without a balance: every posting of an organization would wait for their rows. */
export const controlAccounts = ['sales', 'returns', 'purchases', 'collected', 'disbursed'];

/** Accounts that several documents share; a decision locks their balances first. */
export const isCreditAccount = (account: string): boolean =>
  ['credit', 'advance'].includes(nameOf(account));

/**
 * The part of an open item's credit that would be missing if the entries lowered it: it was used elsewhere,
 * and a credit balance never becomes negative. @param available the present credit of the contact @returns
 * the credit that the open item must keep, or undefined if nothing is missing
 */
export function spentOf({
  posted,
  wanted,
  available,
}: {
  posted: Decimal;
  wanted: Decimal;
  available: Decimal;
}): Decimal | undefined {
  const least = posted.minus(available);
  return wanted.lessThan(least) ? least : undefined;
}
