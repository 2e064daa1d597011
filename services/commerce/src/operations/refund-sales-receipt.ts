import type { commerce } from '@timbre/contract';
import { Decimal, localDateIn } from '@timbre/fiscal';
import { includedTaxes, payableOf } from '@timbre/items';
import {
  command,
  conflict,
  invalid,
  notFound,
  replyWith,
  type Issue,
  type Transaction,
} from '@timbre/kit';
import { refundOf, restOf, type RefundPart } from '../domain/refund';
import { refundRefusal } from '../domain/sales-receipt-state';
import { zoneOfLocation } from '../store/locations';
import { receiptEvent, receiptMessage, refundMessage } from '../store/sales-receipt-events';
import { SalesReceiptRefund, salesReceiptRefundResource } from '../store/sales-receipt-refunds';
import type { SalesReceipt, SalesReceiptLine } from '../store/sales-receipts';
import { lockReceipt } from '../workflows/lock-receipt';
import { creditRefund, refuseInDraft } from '../workflows/receipt-in-document';
import { returnGoods } from '../workflows/return-goods';

/**
 * Gives back a part of a sale, or all that is left. Refunds of one receipt wait for each other.
 * Refusals:
 * - exceeds_refundable: with every line that has less left than is asked
 * - nothing_to_refund: everything went back already
 * - being_invoiced: a draft of a CFDI counts on the receipt
 */
export const refundSalesReceipt = command(
  async (tx, request: commerce.RefundSalesReceiptRequest) => {
    const { receipt, lines } = await lockReceipt(tx, request.documentRef);
    const refused = refundRefusal(receipt);
    if (refused) throw conflict(refused.message, refused.reason);
    await refuseInDraft(tx, receipt);
    const isCredit = request.method === 'credit';
    if (isCredit && receipt.customerId == null) throw invalid([noCustomer]);
    const parts = partsOf(request, lines);
    const zone = await zoneOfLocation(tx, receipt.locationId ?? null);
    const refund = added(tx, request, receipt, lines, parts, zone);
    takeBack(receipt, lines, refund);
    if (refund.creditNoteStatus) {
      await creditRefund(tx, receipt, refund.id, request.stamp ?? false);
    }
    receipt.updatedAt = tx.now;
    if (refund.restocked) await restock(tx, receipt, lines, parts);
    tx.emit(() => {
      const message = { ...receiptMessage(receipt, lines, zone), refund: refundMessage(refund) };
      return receiptEvent('refunded', message);
    });
    return replyWith(salesReceiptRefundResource, refund.id);
  },
);

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
    throw conflict(exceeding[0]!.message, 'exceeds_refundable', exceeding);
  }
  if (parts.length > 0) return parts;
  throw conflict('Everything of the receipt went back already.', 'nothing_to_refund');
}

function added(
  tx: Transaction,
  { method, restock, reason }: commerce.RefundSalesReceiptRequest,
  receipt: SalesReceipt,
  lines: SalesReceiptLine[],
  parts: RefundPart[],
  zone: string,
) {
  const amounts = parts.map(({ lineRef, amount }) => {
    const { item } = lines.find(({ id }) => id === lineRef)!;
    return { ...item, amount: Decimal.from(amount) };
  });
  const hasMoney = parts.some(({ amount }) => Decimal.from(amount).isPositive());
  const refund = {
    id: tx.newId(),
    version: 1,
    receiptId: receipt.id,
    businessDate: localDateIn(tx.businessNow.getTime(), zone),
    total: paidBack(lines, parts).toString(),
    method: method as SalesReceiptRefund['method'],
    restocked: restock && parts.some(({ quantity }) => quantity !== undefined),
    reason: reason ?? null,
    lines: parts,
    taxes: includedTaxes(amounts),
    // What a CFDI says was sold is corrected by a credit note, unless its money went back before.
    creditNoteStatus: receipt.status === 'open' || !hasMoney ? null : ('pending' as const),
    creditNoteId: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  tx.add(SalesReceiptRefund, refund);
  return refund;
}

/** What the buyer paid for the parts: what is left of the receipt stays payable to the cent. */
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

/** Raises what was refunded of the receipt and of its lines. */
function takeBack(
  receipt: SalesReceipt,
  lines: SalesReceiptLine[],
  { lines: parts, total }: { lines: RefundPart[]; total: string },
): void {
  const back = Decimal.from(total);
  receipt.refundedTotal = Decimal.from(receipt.refundedTotal).plus(back).toString();
  for (const { lineRef, quantity, amount } of parts) {
    const line = lines.find(({ id }) => id === lineRef)!;
    const plus = (text: string, more: string) =>
      Decimal.from(text).plus(Decimal.from(more)).toString();
    line.refundedAmount = plus(line.refundedAmount, amount);
    line.refundedQuantity = plus(line.refundedQuantity, quantity ?? '0');
  }
  if (receipt.operationalBalance == null) return;
  const balance = Decimal.from(receipt.operationalBalance).minus(back);
  receipt.operationalBalance = Decimal.max(balance, Decimal.zero).toString();
}

const restock = (
  tx: Transaction,
  receipt: SalesReceipt,
  lines: SalesReceiptLine[],
  parts: RefundPart[],
) =>
  returnGoods(
    tx,
    receipt,
    parts.flatMap(({ lineRef, quantity }) => {
      const line = lines.find(({ id }) => id === lineRef)!;
      return quantity === undefined ? [] : [{ line, quantity: Decimal.from(quantity) }];
    }),
    { kind: 'refund', field: 'restock' },
  );
