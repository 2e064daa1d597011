import type { commerce } from '@timbre/contract';
import { Decimal, documentRef } from '@timbre/fiscal';
import { notFound, query, type Reader } from '@timbre/kit';
import { invoiceRefusal, type Claim } from '../domain/receipt-claims';
import { PublicLink } from '../store/public-links';
import { SalesReceipt, salesReceiptResource } from '../store/sales-receipts';
import { ownInvoiceSql, type OwnInvoice } from '../workflows/self-invoice';

/** The receipt of a link with the invoice that its buyer made. Other documents of it stay unnamed. */
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
  const [own] = await read.rows<OwnInvoice>(ownInvoiceSql.replace('$1', ':org'), [receipt.id]);
  if (own?.state === 'stamped') {
    return { ...shown, state: 'invoiced', documentRef: documentRef('cfdi', own.cfdiId!) };
  }
  if (own) return { ...shown, state: 'in_progress' };
  const claims = await claimsOf(read, receipt.id);
  const refused = invoiceRefusal({ ...receipt, left, claims });
  return { ...shown, state: refused ? 'unavailable' : 'open' };
});

const claimsOf = (read: Reader, receiptId: string): Promise<Claim[]> =>
  read.rows<Claim>(
    `select c.slot, c.state, d.kind from receipt_claims c
     join receipt_documents d on d.org_id = c.org_id and d.id = c.document_id
     where c.org_id = :org and c.receipt_id = $2::uuid`,
    [receiptId],
  );
