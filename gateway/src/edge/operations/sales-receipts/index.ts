import { cancelSalesReceipt } from './cancel-sales-receipt';
import { createGlobalInvoice } from './create-global-invoice';
import { createSalesReceipt } from './create-sales-receipt';
import { createSelfInvoiceLink } from './create-self-invoice-link';
import { getSalesReceipt } from './get-sales-receipt';
import { invoiceSalesReceipt } from './invoice-sales-receipt';
import { listSalesReceiptRefunds } from './list-sales-receipt-refunds';
import { listSelfInvoiceLinks } from './list-self-invoice-links';
import { revokeSelfInvoiceLink } from './revoke-self-invoice-link';
import { listSalesReceipts } from './list-sales-receipts';
import { refundSalesReceipt } from './refund-sales-receipt';

export const salesReceipts = [
  cancelSalesReceipt,
  createGlobalInvoice,
  createSalesReceipt,
  createSelfInvoiceLink,
  getSalesReceipt,
  invoiceSalesReceipt,
  listSalesReceiptRefunds,
  listSalesReceipts,
  listSelfInvoiceLinks,
  revokeSelfInvoiceLink,
  refundSalesReceipt,
];
