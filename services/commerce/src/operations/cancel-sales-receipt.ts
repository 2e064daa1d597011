import type { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import { command, conflict, replyWith, requireJudged } from '@timbre/kit';
import { cancelRefusal } from '../domain/sales-receipt-state';
import { zoneOfLocation } from '../store/locations';
import { receiptEvent, receiptMessage } from '../store/sales-receipt-events';
import { hasRefunds } from '../store/sales-receipt-refunds';
import { salesReceiptDetailResource } from '../store/sales-receipts';
import { lockReceipt } from '../workflows/lock-receipt';
import { refuseInDraft } from '../workflows/receipt-in-document';
import { returnGoods } from '../workflows/return-goods';

/** Cancels a receipt and returns its goods to the stock of the location that sold them. */
export const cancelSalesReceipt = command(
  async (tx, { documentRef, reason }: commerce.CancelSalesReceiptRequest) => {
    const { receipt, lines } = await lockReceipt(tx, documentRef);
    await requireJudged(tx, salesReceiptDetailResource, receipt.id);
    const refused = cancelRefusal(receipt, await hasRefunds(tx, receipt.id));
    if (refused) throw conflict(refused.message, refused.reason);
    await refuseInDraft(tx, receipt);
    receipt.status = 'canceled';
    receipt.cancelReason = reason;
    receipt.canceledAt = receipt.updatedAt = tx.now;
    if (receipt.operationalBalance !== null) receipt.operationalBalance = '0';
    const goods = lines.map((line) => ({ line, quantity: Decimal.from(line.quantity) }));
    await returnGoods(tx, receipt, goods, { kind: 'cancel', field: 'documentRef' });
    const zone = await zoneOfLocation(tx, receipt.locationId ?? null);
    tx.emit(() => receiptEvent('canceled', receiptMessage(receipt, lines, zone)));
    return replyWith(salesReceiptDetailResource, receipt.id);
  },
);
