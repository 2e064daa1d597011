import { Decimal, type CalendarDate } from '@timbre/fiscal';

/** A refund of a receipt whose debt an invoice has taken over. */
export interface Refund {
  amount: Decimal;
  occurredOn: CalendarDate;
}

/** A credit note that certainly lowers the invoice. */
export interface CreditNote {
  amount: Decimal;
  /** Commerce made it of a refund. */
  isOfRefund: boolean;
}

/**
 * The part of the refunds that waits for its credit note. A refund lowers the effective balance at once, and
 * the fiscal balance when its credit note is stamped. A credit note that a person made counts as the credit
 * note of a refund if the amounts are equal. All of them together never lower more than the total.
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
  // The credit note of a refund may differ from it by the rounding of its taxes.
  const rest = lessened(withoutOwn, Decimal.sum(own)).filter(({ amount }) => !taken(other, amount));
  const room = total.minus(Decimal.sum(notes.map(({ amount }) => amount)));
  return upTo(rest, Decimal.max(room, Decimal.zero));
}

/** Takes one of this amount away. @returns whether there was one */
function taken(amounts: Decimal[], amount: Decimal): boolean {
  const index = amounts.findIndex((one) => one.equals(amount));
  if (index !== -1) amounts.splice(index, 1);
  return index !== -1;
}

/** The refunds less an amount, which lowers the oldest ones first. */
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

/** The part of a refund that is paid back as money, and the document that pays it. */
export interface MoneyBack {
  openItem: string;
  amount: Decimal;
}

/**
 * A refund first pays the open balance; the rest is paid back as money. It lowers the collected money of the receipt first
 * and then of its invoice, so neither returns more than it collected when the invoice is canceled. @param
 * open the open balance before the refund @param collected the money paid for the receipt itself that has not
 * been refunded
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
