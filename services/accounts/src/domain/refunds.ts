import { Decimal, type CalendarDate } from '@timbre/fiscal';

/** A refund of a receipt whose debt an invoice took over. */
export interface Refund {
  amount: Decimal;
  occurredOn: CalendarDate;
}

/** A credit note whose amount for the invoice is certain. */
export interface CreditNote {
  amount: Decimal;
  /** Whether commerce created the credit note for a refund. */
  isOfRefund: boolean;
}

/**
 * Returns the part of the refunds whose credit notes are not stamped yet. A refund lowers the effective
 * balance at once, but lowers the fiscal balance only when its credit note is stamped. A credit note that
 * a user made counts as the credit note of a refund if both have the same amount. Refunds and credit
 * notes together never exceed the total.
 * @param refunds the refunds, the oldest first
 */
export function waitingRefunds(
  refunds: readonly Refund[],
  notes: readonly CreditNote[],
  total: Decimal,
): Refund[] {
  const own = notes.filter(({ isOfRefund }) => isOfRefund).map(({ amount }) => amount);
  const other = notes.filter(({ isOfRefund }) => !isOfRefund).map(({ amount }) => amount);
  const withoutOwn = refunds.filter(({ amount }) => !taken(own, amount));
  // The credit note of a refund may differ from the refund by one cent, because taxes are rounded.
  const rest = lessened(withoutOwn, Decimal.sum(own)).filter(({ amount }) => !taken(other, amount));
  const room = total.minus(Decimal.sum(notes.map(({ amount }) => amount)));
  return upTo(rest, Decimal.max(room, Decimal.zero));
}

/**
 * Removes the first occurrence of an amount from a list.
 * @returns true if the list contained the amount
 */
function taken(amounts: Decimal[], amount: Decimal): boolean {
  const index = amounts.findIndex((one) => one.equals(amount));
  if (index !== -1) amounts.splice(index, 1);
  return index !== -1;
}

/**
 * Subtracts an amount from the refunds, the oldest first, and returns the remaining refunds.
 */
function lessened(refunds: readonly Refund[], amount: Decimal): Refund[] {
  let left = amount;
  return refunds.flatMap((refund) => {
    const part = Decimal.min(refund.amount, left);
    left = left.minus(part);
    const rest = refund.amount.minus(part);
    return rest.isPositive() ? [{ ...refund, amount: rest }] : [];
  });
}

function upTo(refunds: readonly Refund[], most: Decimal): Refund[] {
  let room = most;
  return refunds.flatMap((refund) => {
    const amount = Decimal.min(refund.amount, room);
    room = room.minus(amount);
    return amount.isPositive() ? [{ ...refund, amount }] : [];
  });
}

/**
 * The amount of a refund that an open item pays back from the money that it has collected.
 */
export interface MoneyBack {
  openItem: string;
  amount: Decimal;
}

/**
 * Calculates how much of a refund is paid back as money. A refund first lowers the open balance, and only
 * the rest is paid back. The receipt pays back at most the money that was paid for the receipt, and
 * the invoice of the receipt pays back the rest. The receipt and the invoice then each pay back no
 * more than they collected, even if the invoice is canceled later.
 * @param open the open balance before the refund
 * @param collected the amount paid for the receipt itself that has not been refunded
 */
export function moneyBackOf(
  refund: Decimal,
  open: Decimal,
  { receipt, collected, invoice }: { receipt: string; collected: Decimal; invoice?: string },
): MoneyBack[] {
  const amount = Decimal.max(Decimal.zero, refund.minus(open));
  if (invoice === undefined) return [{ openItem: receipt, amount }];
  const own = Decimal.max(Decimal.zero, Decimal.min(amount, collected));
  return [
    { openItem: receipt, amount: own },
    { openItem: invoice, amount: amount.minus(own) },
  ];
}
