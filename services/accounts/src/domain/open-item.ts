import { Decimal, firstIn } from '@timbre/fiscal';

export type Side = 'receivable' | 'payable';

/**
 * An invoice, a receipt or an expense, with the sums that lower its balance. `superseded` means that
 * another document records the debt instead.
 */
export interface OpenItem {
  side: Side;
  state: 'live' | 'canceled' | 'superseded';
  /** The identifier of the contact, or the RFC of an unassigned party. */
  contact: string;
  documentRef: string;
  total: Decimal;
  /**
   * Whether the document is a debt until it is paid (PPD, on credit); false for a document that was paid
   * at once (PUE).
   */
  isDeferred: boolean;
  /** The amount that complements or settlements report as paid. */
  paid: Decimal;
  /** The amount of credit notes, or of refunds of receipts. */
  credited: Decimal;
  /** The amount of refunds whose credit notes are not stamped yet. */
  refunded: Decimal;
  /** The amount of recorded payments that no complement matches yet. */
  recorded: Decimal;
  /**
   * Whether the document of the open item is a CFDI. Money that was recorded for a CFDI lowers the
   * fiscal balance only when its complement is stamped.
   */
  isCfdi: boolean;
  /**
   * Money that was paid back to the customer as refunds. Money that was paid back does not count as
   * collected and is never turned into credit.
   */
  moneyBack: Decimal;
  /**
   * Credit that came from this document, paid another document and was then removed, so this
   * document is owed again.
   */
  spent: Decimal;
}

/** The calculated balances of an open item. */
export interface OpenBalance {
  /** F, the fiscal balance: the total minus stamped complements and credit notes. */
  fiscal: Decimal;
  /**
   * U, the uncertified amount: recorded money whose complement is not stamped, and refunds whose credit
   * notes are not stamped. The amount U never exceeds F.
   */
  uncertified: Decimal;
  /** E = F - U, the effective balance: the amount still to be paid. */
  effective: Decimal;
  /** Money that exceeds the debt: credit of the customer, or an advance to the supplier. */
  credit: Decimal;
}

/**
 * Calculates the open balance from the current state:
 * - live: the total minus payments, credit notes and refunds; a negative result becomes credit
 * - canceled: zero; recorded money and money that complements still match become credit
 * - superseded: zero; recorded money becomes credit
 *
 * Credit that was used for another document and money that was paid back do not pay the open item
 * that they came from. Credit that was used and money that was paid back are both first subtracted
 * from the recorded money.
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

/**
 * Returns the money of an open item that was paid back to the customer. For a canceled sale that was paid
 * at once, the returned amount is zero, because the cancellation itself returns all money.
 */
const moneyBackOf = ({ state, isDeferred, moneyBack }: OpenItem): Decimal =>
  state === 'canceled' && !isDeferred ? Decimal.zero : moneyBack;

/** Returns the refunds that lower the balance; only a live item has refunds. */
const refundedOf = ({ state, refunded }: OpenItem): Decimal =>
  state === 'live' ? refunded : Decimal.zero;

/** Amounts by account name; debits are positive and credits are negative. */
export type Amounts = ReadonlyMap<string, Decimal>;

/**
 * Returns the entries that the ledger must have for the open item. The amounts of the entries add up to
 * 0.
 */
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

/** Returns the ledger account for the credit of a customer or for the advances to a supplier. */
export const creditAccount = (side: Side, contact: string): string =>
  `${accountsOf(side).crediting}:${contact}`;

/**
 * Returns the entries of a payment that belong to no document. The part of a payment that exceeds
 * the debts of its documents becomes credit. Applied credit does not count as collected a second
 * time.
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

/**
 * Returns the entries that change the posted amounts to the target amounts; returns no entries if both
 * are equal.
 */
export function entriesTo(target: Amounts, posted: Amounts): Amounts {
  const entries = new Map<string, Decimal>();
  for (const account of new Set([...target.keys(), ...posted.keys()])) {
    const wanted = target.get(account) ?? Decimal.zero;
    const missing = wanted.minus(posted.get(account) ?? Decimal.zero);
    if (!missing.isZero()) entries.set(account, missing);
  }
  return entries;
}

const nameOf = (account: string): string => firstIn(account.split(':'));

/**
 * Returns by how much these entries change the debt minus the credit; a positive result means a
 * higher debt. Entries on control accounts are not counted.
 */
export function owedBy(entries: Iterable<readonly [string, Decimal]>, side: Side): Decimal {
  const { owing, waiting, crediting } = accountsOf(side);
  const changes = [...entries].filter(([account]) =>
    [owing, waiting, crediting].some((name) => name === nameOf(account)),
  );
  const sum = Decimal.sum(changes.map(([, amount]) => amount));
  return side === 'receivable' ? sum : sum.negated();
}

/**
 * The ledger accounts for which no balance is stored. If the balance of a control account were
 * stored, all postings of an organization would wait for the lock of one row.
 */
export const controlAccounts = ['sales', 'returns', 'purchases', 'collected', 'disbursed'];

/**
 * Whether a ledger account is a credit account, whose balance several documents share. A
 * transaction locks the balance of a credit account before it uses the credit.
 */
export const isCreditAccount = (account: string): boolean =>
  ['credit', 'advance'].includes(nameOf(account));

/**
 * Calculates how much credit of an open item must stay posted. Credit must stay posted if it was
 * used for another document and the credit balance of the contact would otherwise become negative.
 * @param available the present credit balance of the contact
 * @returns the credit that stays posted for the open item, or undefined if enough credit is available
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
