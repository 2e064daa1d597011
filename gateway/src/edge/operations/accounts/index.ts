import { createCollectionFeed } from './create-collection-feed';
import { getAccountTransaction } from './get-account-transaction';
import { getContactStatement } from './get-contact-statement';
import { getPayable } from './get-payable';
import { getReceivable } from './get-receivable';
import { getReceivablePlan } from './get-receivable-plan';
import { listAccountTransactions } from './list-account-transactions';
import { listCollectionCalendar } from './list-collection-calendar';
import { listPayables } from './list-payables';
import { listReceivableInvoices } from './list-receivable-invoices';
import { listReceivables } from './list-receivables';
import { planReceivableInvoice } from './plan-receivable-invoice';
import { recordPayablePayment } from './record-payable-payment';
import { recordReceivablePayment } from './record-receivable-payment';
import { reverseAccountTransaction } from './reverse-account-transaction';
import { revokeCollectionFeed } from './revoke-collection-feed';

export const accounts = [
  listReceivables,
  getReceivable,
  listReceivableInvoices,
  planReceivableInvoice,
  getReceivablePlan,
  listCollectionCalendar,
  createCollectionFeed,
  revokeCollectionFeed,
  getContactStatement,
  recordReceivablePayment,
  listPayables,
  getPayable,
  recordPayablePayment,
  listAccountTransactions,
  getAccountTransaction,
  reverseAccountTransaction,
];
