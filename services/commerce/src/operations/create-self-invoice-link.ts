import type { commerce } from '@timbre/contract';
import { localDateIn } from '@timbre/fiscal';
import { command, conflict, invalid, replyValue, requireJudged } from '@timbre/kit';
import { endOfDay, expiryIssues, selfInvoicingEnd } from '../domain/link-expiry';
import { zoneOfLocation } from '../store/locations';
import { ReceiptSettings } from '../store/receipt-settings';
import {
  receiptIdOf,
  SalesReceipt,
  salesReceiptDetailResource,
  salesReceiptResource,
} from '../store/sales-receipts';
import { keepLink, type PageProviders } from '../workflows/public-links';

/**
 * Creates a self-invoicing link, or extends the link that is printed on the receipt. Refusals:
 *
 * - expires_on_out_of_range
 * - receipt_canceled; nothing_to_invoice: a courtesy
 * - link_lasts_longer: the link of this receipt works longer than expiresOn; revoke it to end it earlier
 * - period_over: the buyer's time to invoice this receipt is over; set expiresOn to give more time
 */
export const createSelfInvoiceLink = command(
  async (tx, request: commerce.CreateSelfInvoiceLinkRequest, { pages }: PageProviders) => {
    const id = receiptIdOf(request.documentRef);
    const receipt = await tx.lock(SalesReceipt, id, salesReceiptResource.name);
    await requireJudged(tx, salesReceiptDetailResource, id);
    const zone = await zoneOfLocation(tx, receipt.locationId ?? null);
    const today = localDateIn(tx.businessNow.getTime(), zone);
    const issues = request.expiresOn ? expiryIssues(request.expiresOn, today) : [];
    if (issues.length) throw invalid(issues);
    refuseUninvoiceable(receipt);
    const settings = await tx.findBy(ReceiptSettings, {});
    const end = selfInvoicingEnd(receipt.businessDate, settings?.selfInvoicingDays ?? null);
    const expiresOn = request.expiresOn ?? end;
    if (expiresOn < today) {
      const message = 'The days in which buyers invoice this receipt are over; give expiresOn.';
      throw conflict(message, 'period_over');
    }
    const asked = { kind: 'receipt', subjectId: id, expiresAt: endOfDay(expiresOn, zone) } as const;
    const { id: linkId, expiresAt } = await keepLink(tx, pages, asked);
    if (request.expiresOn && expiresAt > asked.expiresAt) {
      const message = `The link of this receipt works until ${expiresAt.toISOString()}; revoke it to end it earlier.`;
      throw conflict(message, 'link_lasts_longer');
    }
    return replyValue({ linkId, expiresAt });
  },
);

function refuseUninvoiceable({ status, saleType }: SalesReceipt): void {
  if (status === 'canceled') throw conflict('The receipt is canceled.', 'receipt_canceled');
  if (saleType !== 'courtesy') return;
  throw conflict('Nothing of a courtesy is invoiced.', 'nothing_to_invoice');
}
