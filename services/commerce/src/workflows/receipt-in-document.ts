import { conflict, type Transaction } from '@timbre/kit';
import { beingInvoiced } from '../domain/receipt-claims';
import { claimsOf } from '../store/receipt-claims';
import { addCreditNote } from '../store/receipt-documents';
import type { SalesReceipt } from '../store/sales-receipts';

/**
 * Rejects the change of a receipt that is part of a draft. The caller must have locked the receipt.
 * @throws Refusal conflict being_invoiced
 */
export async function refuseInDraft(
  tx: Transaction,
  { id, folio }: Pick<SalesReceipt, 'id' | 'folio'>,
): Promise<void> {
  const claims = await claimsOf(tx, [id]);
  if (!claims.some(({ state }) => state === 'claimed')) return;
  const { message, reason } = beingInvoiced(folio);
  throw conflict(message, reason);
}

/**
 * Requests the credit note of a refund if the refund's receipt is in a CFDI. The job then drafts
 * the credit note.
 * @param stamps states whether the draft of the credit note is stamped as soon as it exists
 * @returns whether the refund needs a credit note
 */
export async function creditRefund(
  tx: Transaction,
  { id, status }: Pick<SalesReceipt, 'id' | 'status'>,
  refundId: string,
  stamps: boolean,
): Promise<boolean> {
  if (status === 'open') return false;
  const claim = (await claimsOf(tx, [id])).find(({ slot }) => slot === 'sale');
  if (!claim) throw new Error(`the receipt ${id} is ${status} without a document`);
  addCreditNote(tx, {
    receiptId: id,
    creditedDocumentId: claim.documentId,
    refundId,
    invoiceId: null,
    stamps,
    dueAt: tx.now,
  });
  return true;
}
