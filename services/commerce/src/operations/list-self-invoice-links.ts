import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { linksOf, publicLinkList } from '../store/public-links';
import { receiptIdOf, SalesReceipt, salesReceiptResource } from '../store/sales-receipts';

export const listSelfInvoiceLinks = query(
  async (read, { documentRef, page }: commerce.ListSelfInvoiceLinksRequest) => {
    const id = receiptIdOf(documentRef);
    await read.get(SalesReceipt, id, salesReceiptResource.name);
    return read.page(publicLinkList, page, linksOf('receipt', id));
  },
);
