import type { commerce } from '@timbre/contract';
import { certain, Decimal, localDateIn } from '@timbre/fiscal';
import { includedTaxes } from '@timbre/items';
import { command, replyWith, type Transaction } from '@timbre/kit';
import type { RefundPart } from '../domain/refund';
import { zoneOfLocation } from '../store/locations';
import { receiptEvent, receiptMessage, refundMessage } from '../store/sales-receipt-events';
import { SalesReceiptRefund, salesReceiptRefundResource } from '../store/sales-receipt-refunds';
import type { SalesReceipt, SalesReceiptLine } from '../store/sales-receipts';
import { planRefund, type PlannedRefund } from '../workflows/plan-refund';
import { creditRefund } from '../workflows/receipt-in-document';
import { returnGoods } from '../workflows/return-goods';

/**
 * Refunds a part of a sale, or the whole remaining amount. Concurrent refunds of one receipt wait
 * for each other. The refusals are those of `planRefund`.
 */
export const refundSalesReceipt = command(
  async (tx, request: commerce.RefundSalesReceiptRequest) => {
    const planned = await planRefund(tx, request);
    const { receipt, lines, parts } = planned;
    const zone = await zoneOfLocation(tx, receipt.locationId ?? null);
    const refund = added(tx, request, planned, zone);
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

function added(
  tx: Transaction,
  { method, restock, reason }: commerce.RefundSalesReceiptRequest,
  { receipt, lines, parts, total }: PlannedRefund,
  zone: string,
) {
  const amounts = parts.map(({ lineRef, amount, quantity = '0' }) => {
    const { item } = lineIn(lines, lineRef);
    return { ...item, quantity, amount: Decimal.from(amount) };
  });
  const hasMoney = parts.some(({ amount }) => Decimal.from(amount).isPositive());
  const refund = {
    id: tx.newId(),
    version: 1,
    receiptId: receipt.id,
    businessDate: localDateIn(tx.businessNow.getTime(), zone),
    total: total.toString(),
    method: method as SalesReceiptRefund['method'],
    restocked: restock && parts.some(({ quantity }) => quantity !== undefined),
    reason: reason ?? null,
    lines: parts,
    taxes: includedTaxes(amounts),
    // The refund of a sale that is in a CFDI needs a credit note, except if the refund returns only
    // goods and no money.
    creditNoteStatus: receipt.status === 'open' || !hasMoney ? null : ('pending' as const),
    creditNoteId: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  tx.add(SalesReceiptRefund, refund);
  return refund;
}

const lineIn = (lines: readonly SalesReceiptLine[], lineRef: string): SalesReceiptLine =>
  certain(
    lines.find(({ id }) => id === lineRef),
    'the refunded line',
  );

/** Adds the refund to the refunded amounts of the receipt and its lines. */
function takeBack(
  receipt: SalesReceipt,
  lines: SalesReceiptLine[],
  { lines: parts, total }: { lines: RefundPart[]; total: string },
): void {
  const back = Decimal.from(total);
  receipt.refundedTotal = Decimal.from(receipt.refundedTotal).plus(back).toString();
  for (const { lineRef, quantity, amount } of parts) {
    const line = lineIn(lines, lineRef);
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
      const line = lineIn(lines, lineRef);
      return quantity === undefined ? [] : [{ line, quantity: Decimal.from(quantity) }];
    }),
    { kind: 'refund', field: 'restock' },
  );
