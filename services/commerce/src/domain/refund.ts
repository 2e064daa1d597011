import { certain, Decimal, type Issue } from '@timbre/fiscal';

/** The amounts of a line from which a refund is calculated, as decimal text. */
export interface RefundableLine {
  id: string;
  quantity: string;
  lineTotal: string;
  refundedQuantity: string;
  refundedAmount: string;
}

/** The requested refund of a line: a quantity, or only an amount. */
export interface AskedRefund {
  lineRef: string;
  quantity?: string | undefined;
  amount?: string | undefined;
}

/** The refund of a line; the amount has two decimals. */
export interface RefundPart {
  lineRef: string;
  /** Undefined if only money is refunded. */
  quantity?: string | undefined;
  amount: string;
}

export interface Refund {
  parts: RefundPart[];
  issues: Issue[];
  /** The issues of requested lines that the receipt does not have. */
  missing: Issue[];
  /**
   * The issues of lines whose remaining amount or quantity is smaller than the requested refund.
   */
  exceeding: Issue[];
}

const left = (line: RefundableLine) => ({
  quantity: Decimal.from(line.quantity).minus(Decimal.from(line.refundedQuantity)),
  amount: Decimal.from(line.lineTotal).minus(Decimal.from(line.refundedAmount)),
});

/**
 * Returns the amount for a line's first units. The amount is rounded once for all these units
 * together. Therefore, however the units are divided among refunds, the refunds of all units add up
 * to the line's amount.
 */
const shareOf = (line: RefundableLine, units: Decimal): Decimal =>
  Decimal.from(line.lineTotal).times(units).dividedBy(Decimal.from(line.quantity), 2);

/**
 * Returns the amount for a quantity, but at most the part of the line's amount that is not yet
 * refunded.
 */
function amountOf(line: RefundableLine, quantity: Decimal): Decimal {
  const before = Decimal.from(line.refundedQuantity);
  const share = shareOf(line, before.plus(quantity)).minus(shareOf(line, before));
  return Decimal.min(share, left(line).amount);
}

/** Returns a request that refunds the whole remaining amount of the lines. */
export function restOf(lines: readonly RefundableLine[]): AskedRefund[] {
  return lines.flatMap((line): AskedRefund[] => {
    const { quantity, amount } = left(line);
    if (quantity.isPositive()) return [{ lineRef: line.id, quantity: quantity.toString() }];
    return amount.isPositive() ? [{ lineRef: line.id, amount: amount.toString() }] : [];
  });
}

/**
 * Calculates the refund of each line.
 *
 * - line_not_found: in `missing`
 * - line_repeated: the refund names the same line twice
 * - quantity_missing: the line has neither a quantity nor an amount
 * - amount_not_allowed: give a quantity or an amount, not both
 * - exceeds_refundable: the refund is more than what is left of the line
 */
export function refundOf(lines: readonly RefundableLine[], asked: readonly AskedRefund[]): Refund {
  const refund: Refund = { parts: [], issues: [], missing: [], exceeding: [] };
  const known = new Map(lines.map((line) => [line.id, line]));
  const seen = new Set<string>();
  asked.forEach((one, index) => {
    const path = ['lines', index];
    const line = known.get(one.lineRef.toLowerCase());
    if (!line) {
      const message = 'The receipt has no such line.';
      refund.missing.push({ path: [...path, 'lineRef'], code: 'line_not_found', message });
      return;
    }
    const faults = shapeIssues(one, path, seen.has(line.id));
    seen.add(line.id);
    refund.issues.push(...faults);
    if (faults.length === 0) addPart(refund, line, one, path);
  });
  return refund;
}

function shapeIssues(
  { quantity, amount }: AskedRefund,
  path: Issue['path'],
  isRepeated: boolean,
): Issue[] {
  const issue = (field: string, code: string, message: string): Issue[] => [
    { path: [...path, field], code, message },
  ];
  if (isRepeated) return issue('lineRef', 'line_repeated', 'Another entry has this line.');
  if (quantity === undefined && amount === undefined) {
    return issue(
      'quantity',
      'quantity_missing',
      'Give the quantity that is returned, or an amount.',
    );
  }
  if (quantity === undefined || amount === undefined) return [];
  return issue('amount', 'amount_not_allowed', 'A quantity says its amount; leave the amount out.');
}

function addPart(
  { parts, exceeding }: Refund,
  line: RefundableLine,
  { quantity, amount }: AskedRefund,
  path: Issue['path'],
): void {
  const rest = left(line);
  const [field, wanted, most] =
    quantity === undefined
      ? (['amount', Decimal.from(certain(amount, 'amount')), rest.amount] as const)
      : (['quantity', Decimal.from(quantity), rest.quantity] as const);
  if (wanted.greaterThan(most)) {
    const message = `Only ${most.trimmed()} is left of the line to refund.`;
    exceeding.push({ path: [...path, field], code: 'exceeds_refundable', message });
    return;
  }
  const back = quantity === undefined ? wanted : amountOf(line, wanted);
  parts.push({ lineRef: line.id, quantity, amount: back.round(2).toString() });
}
