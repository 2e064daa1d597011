import type { commerce } from '@timbre/contract';
import { Decimal, firstIn } from '@timbre/fiscal';
import { payableOf } from '@timbre/items';
import {
  conflict,
  invalid,
  notFound,
  requireJudged,
  type Issue,
  type Transaction,
} from '@timbre/kit';
import { refundOf, restOf, type RefundPart } from '../domain/refund';
import { refundRefusal } from '../domain/sales-receipt-state';
import {
  salesReceiptDetailResource,
  type SalesReceipt,
  type SalesReceiptLine,
} from '../store/sales-receipts';
import { lockReceipt } from './lock-receipt';
import { refuseInDraft } from './receipt-in-document';

/** The money and the goods that a refund of the locked receipt returns. */
export interface PlannedRefund {
  receipt: SalesReceipt;
  lines: SalesReceiptLine[];
  parts: RefundPart[];
  /** The amount of money that is paid back. */
  total: Decimal;
}

/**
 * Locks a receipt and calculates a refund. Limits and approvals are checked with this function too,
 * so that they use the same amount. The possible refusals are not_found, conflict document_changed,
 * and the following codes.
 *
 * - exceeds_refundable: has an issue for each line with less left than the refund returns
 * - nothing_to_refund: everything has been refunded
 * - being_invoiced: the receipt is already in a draft invoice
 */
export async function planRefund(
  tx: Transaction,
  request: commerce.RefundSalesReceiptRequest,
): Promise<PlannedRefund> {
  const { receipt, lines } = await lockReceipt(tx, request.documentRef);
  await requireJudged(tx, salesReceiptDetailResource, receipt.id);
  const refused = refundRefusal(receipt);
  if (refused) throw conflict(refused.message, refused.reason);
  await refuseInDraft(tx, receipt);
  const isCredit = request.method === 'credit';
  if (isCredit && receipt.customerId == null) throw invalid([noCustomer]);
  const parts = partsOf(request, lines);
  return { receipt, lines, parts, total: paidBack(lines, parts) };
}

const noCustomer: Issue = {
  path: ['method'],
  code: 'customer_missing',
  message: 'The receipt has no customer who could have credit; give the money back.',
};

function partsOf(
  request: commerce.RefundSalesReceiptRequest,
  lines: SalesReceiptLine[],
): RefundPart[] {
  const asked = request.lines.length > 0 ? request.lines : restOf(lines);
  const { parts, issues, missing, exceeding } = refundOf(lines, asked);
  if (missing.length > 0) throw notFound('line of the receipt', missing);
  if (issues.length > 0) throw invalid(issues);
  if (exceeding.length > 0) {
    throw conflict(firstIn(exceeding).message, 'exceeds_refundable', exceeding);
  }
  if (parts.length > 0) return parts;
  throw conflict('The whole receipt has already been refunded.', 'nothing_to_refund');
}

/**
 * Calculates the price that the buyer paid for the refunded parts, so that the rest of the receipt
 * stays exact to the cent.
 */
function paidBack(lines: SalesReceiptLine[], parts: RefundPart[]): Decimal {
  const back = new Map(parts.map(({ lineRef, amount }) => [lineRef, Decimal.from(amount)]));
  const left = lines.map(({ id, item, lineTotal, refundedAmount }) => {
    const amount = Decimal.from(lineTotal).minus(Decimal.from(refundedAmount));
    return { id, ...item, amount };
  });
  const after = left.map((line) => ({
    ...line,
    amount: line.amount.minus(back.get(line.id) ?? Decimal.zero),
  }));
  return payableOf(left).minus(payableOf(after));
}
