import type { accounts } from '@timbre/contract';
import { answers, replies, type Rpcs, type Runtime } from '@timbre/kit';
import { createCollectionFeed, type FeedProviders } from '../operations/create-collection-feed';
import {
  exportContactStatement,
  type PaperProviders,
} from '../operations/export-contact-statement';
import { getAccountTransaction } from '../operations/get-account-transaction';
import { getContactStatement } from '../operations/get-contact-statement';
import { getPayable } from '../operations/get-payable';
import { getReceivable } from '../operations/get-receivable';
import { listDebts } from '../operations/list-debts';
import { listPayables } from '../operations/list-payables';
import { listReceivableInvoices } from '../operations/list-receivable-invoices';
import { listReceivables } from '../operations/list-receivables';
import { getReceivablePlan } from '../operations/get-receivable-plan';
import { listAccountTransactions } from '../operations/list-account-transactions';
import { listCollectionCalendar } from '../operations/list-collection-calendar';
import { openFence } from '../operations/open-fence';
import {
  planReceivableInvoice,
  type PlanningProviders,
} from '../operations/plan-receivable-invoice';
import { readBalancesOfContacts } from '../operations/read-balances-of-contacts';
import { readCollectionFeed } from '../operations/read-collection-feed';
import { readDocumentBalance } from '../operations/read-document-balance';
import { readContactBalance } from '../operations/read-contact-balance';
import { readOwedSales } from '../operations/read-owed-sales';
import { recordPayablePayment } from '../operations/record-payable-payment';
import { recordReceivablePayment } from '../operations/record-receivable-payment';
import { reverseAccountTransaction } from '../operations/reverse-account-transaction';
import { revokeCollectionFeed } from '../operations/revoke-collection-feed';
import type { PaymentProviders } from '../workflows/record-payment';

/** The implementations of all rpcs of the contract. TypeScript reports an error if an rpc is missing. */
export const rpcs = (
  runtime: Runtime<PlanningProviders & PaymentProviders & PaperProviders & FeedProviders>,
): Rpcs<typeof accounts.AccountsService> => ({
  listAccountTransactions: replies(listAccountTransactions, runtime),
  getAccountTransaction: replies(getAccountTransaction, runtime),
  planReceivableInvoice: replies(planReceivableInvoice, runtime),
  getReceivablePlan: replies(getReceivablePlan, runtime),
  listCollectionCalendar: replies(listCollectionCalendar, runtime),
  getContactStatement: replies(getContactStatement, runtime),
  exportContactStatement: answers(exportContactStatement, runtime),
  createCollectionFeed: replies(createCollectionFeed, runtime),
  revokeCollectionFeed: replies(revokeCollectionFeed, runtime),
  readCollectionFeed: answers(readCollectionFeed, runtime),
  readContactBalance: answers(readContactBalance, runtime),
  readBalancesOfContacts: replies(readBalancesOfContacts, runtime),
  readDocumentBalance: answers(readDocumentBalance, runtime),
  openFence: answers(openFence, runtime),
  readOwedSales: answers(readOwedSales, runtime),
  listDebts: answers(listDebts, runtime),
  getPayable: replies(getPayable, runtime),
  getReceivable: replies(getReceivable, runtime),
  listPayables: replies(listPayables, runtime),
  listReceivableInvoices: replies(listReceivableInvoices, runtime),
  listReceivables: replies(listReceivables, runtime),
  reverseAccountTransaction: replies(reverseAccountTransaction, runtime),
  recordReceivablePayment: replies(recordReceivablePayment, runtime),
  recordPayablePayment: replies(recordPayablePayment, runtime),
});
