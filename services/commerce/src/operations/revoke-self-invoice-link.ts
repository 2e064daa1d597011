import type { commerce } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import { receiptIdOf, SalesReceipt, salesReceiptResource } from '../store/sales-receipts';
import { revokeLink } from '../workflows/public-links';

export const revokeSelfInvoiceLink = command(
  async (tx, { documentRef, linkId }: commerce.RevokeSelfInvoiceLinkRequest) => {
    const { id } = await tx.get(SalesReceipt, receiptIdOf(documentRef), salesReceiptResource.name);
    await revokeLink(tx, { id: linkId, kind: 'receipt', subjectId: id });
    return replyValue({ linkId, deleted: true });
  },
);
