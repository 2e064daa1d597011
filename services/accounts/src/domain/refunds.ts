import { Decimal, type CalendarDate } from '@timbre/fiscal';

/** A refund of a receipt whose debt an invoice has taken over. */
export interface Refund {
  amount: Decimal;
  occurredOn: CalendarDate;
}

/** A credit note whose amount for the invoice is certain. */
export interface CreditNote {
  amount: Decimal;
  /** Commerce made the credit note for a refund. */
  isOfRefund: boolean;
}

/**
 * The part of the refunds that waits for its credit note. A refund lowers the effective balance at once, and
 * the fiscal balance when its credit note is stamped. A credit note that a person made counts as the credit
 * note of a refund if the amounts are equal. Refunds and credit notes together never exceed the total.
 * @param refunds the oldest first
 */
export function waitingRefunds(
  refunds: readonly Refund[],
  notes: readonly CreditNote[],
  total: Decimal,
): Refund[] {
  const own = notes.filter(({ isOfRefund }) => isOfRefund).map(({ amount }) => amount);
  const other = notes.filter(({ isOfRefund }) => !isOfRefund).map(({ amount }) => amount);
  const withoutOwn = refunds.filter(({ amount }) => !taken(own, amount));
  // The credit note of a refund may differ from the refund by a cent, because taxes are rounded.
  const rest = lessened(withoutOwn, Decimal.sum(own)).filter(({ amount }) => !taken(other, amount));
  const room = total.minus(Decimal.sum(notes.map(({ amount }) => amount)));
  return upTo(rest, Decimal.max(room, Decimal.zero));
}

/**
 * Removes one amount equal to the given amount.
 * @returns whether the list had such an amount
 */
function taken(amounts: Decimal[], amount: Decimal): boolean {
  const index = amounts.findIndex((one) => one.equals(amount));
  if (index !== -1) amounts.splice(index, 1);
  return index !== -1;
}

/** The refunds less an amount, which is subtracted from the oldest refunds first. */
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

/** The part of a refund that is paid back as money, and the open item from whose money it is paid. */
export interface MoneyBack {
  openItem: string;
  amount: Decimal;
}

/**
 * Divides a refund. A refund first lowers the open balance; the rest is paid back as money. Money
 * is paid back from the collected money of the receipt first and then of its invoice, so neither
 * pays back more than it collected when the invoice is canceled.
 * @param open the open balance before the refund
 * @param collected the money paid for the receipt itself that has not been refunded
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
