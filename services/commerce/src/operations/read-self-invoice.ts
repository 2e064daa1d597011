import type { commerce } from '@timbre/contract';
import { certain, Decimal, documentRef } from '@timbre/fiscal';
import { notFound, query } from '@timbre/kit';
import { invoiceRefusal } from '../domain/receipt-claims';
import { PublicLink } from '../store/public-links';
import { readClaims, readOwnInvoice } from '../store/receipt-claims';
import { SalesReceipt, salesReceiptResource } from '../store/sales-receipts';

/**
 * Returns the receipt of a link, together with the invoice that its buyer requested. The response
 * contains no other document of the receipt.
 */
export const readSelfInvoice = query<
  commerce.ReadSelfInvoiceRequest,
  unknown,
  commerce.SelfInvoice
>(async (read, { linkId }) => {
  const link = await read.get(PublicLink, linkId, 'link');
  if (link.kind !== 'receipt' || link.expiresAt <= read.businessNow) throw notFound('link');
  const receipt = await read.get(SalesReceipt, link.subjectId, salesReceiptResource.name);
  const left = Decimal.from(receipt.total).minus(Decimal.from(receipt.refundedTotal));
  const { folio, businessDate } = receipt;
  const shown = { folio, businessDate, total: left.toString() };
  const own = await readOwnInvoice(read, receipt.id);
  if (own?.state === 'stamped') {
    return {
      ...shown,
      state: 'invoiced',
      documentRef: documentRef('cfdi', certain(own.cfdiId, 'cfdiId')),
    };
  }
  if (own) return { ...shown, state: 'in_progress' };
  const claims = await readClaims(read, receipt.id);
  const refused = invoiceRefusal({ ...receipt, left, claims });
  return { ...shown, state: refused ? 'unavailable' : 'open' };
});
