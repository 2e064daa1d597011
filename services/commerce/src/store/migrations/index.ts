import {
  claimDueWork,
  CompressReplies,
  followClocks,
  indexSearches,
  indexShortWords,
  type MigrationList,
} from '@timbre/kit';
import { CreateContacts } from './0001-contacts';
import { CreateProducts } from './0002-products';
import { AddProductDetails } from './0100-product-details';
import { AddTaxFacts } from './0110-tax-facts';
import { CreateLocations } from './0200-locations';
import { CreateSettings } from './0201-settings';
import { CreateInventory } from './0202-inventory';
import { CreatePrices } from './0203-prices';
import { CreateSalesReceipts } from './0210-sales-receipts';
import { ListReceiptsByDay } from './0211-receipts-by-day';
import { CreateReceiptDocuments } from './0220-receipt-documents';
import { CreateCfdiStock } from './0221-cfdi-stock';
import { CreateQuotes } from './0240-quotes';
import { CreateQuotePayments } from './0241-quote-payments';
import { CreateImports } from './0250-imports';
import { CreateExpenses } from './0260-expenses';
import { CreatePublicLinks } from './0270-public-links';
import { KeepCreditNoteIssues } from './0280-credit-note-issues';
import { KeepBalances } from './0312-balances';
import { RestateContacts } from './0373-restate-contacts';
import { KeepLineCosts } from './0395-line-costs';
import { FindQuotesByDay } from './0396-quotes-by-day';
import { KeepSellers } from './0397-sellers';
import { KeepPaidForms } from './0398-paid-forms';
import { FindChangedLast } from './0410-changed-last';
import { ReverseSettlements } from './0411-settlement-reversals';
import { KnowIssuers } from './0440-ieps-taxpayers';
import { AddFences } from './0441-fences';
import { WarnOfRows } from './0442-row-warnings';
import { KnowDocumentLanguages } from './0450-document-languages';
import { ChooseSelfInvoicingLinks } from './0451-self-invoicing-links';
import { IndexImportsByFilters } from './0497-imports-by-filters';
import { KeepAddendaTemplates } from './0504-addenda-templates';

/** The tables whose lists are long. */
const searched = [
  { table: 'contacts' },
  { table: 'products' },
  { table: 'quotes' },
  { table: 'sales_receipts', orderColumn: 'business_date' },
  { table: 'expenses' },
];

export const migrations: MigrationList[] = [
  { name: '0001-contacts', class: CreateContacts },
  { name: '0002-products', class: CreateProducts },
  { name: '0003-replies', class: CompressReplies },
  { name: '0100-product-details', class: AddProductDetails },
  { name: '0110-tax-facts', class: AddTaxFacts },
  { name: '0200-locations', class: CreateLocations },
  { name: '0201-settings', class: CreateSettings },
  { name: '0202-inventory', class: CreateInventory },
  { name: '0203-prices', class: CreatePrices },
  { name: '0210-sales-receipts', class: CreateSalesReceipts },
  { name: '0211-receipts-by-day', class: ListReceiptsByDay },
  { name: '0220-receipt-documents', class: CreateReceiptDocuments },
  { name: '0221-cfdi-stock', class: CreateCfdiStock },
  { name: '0240-quotes', class: CreateQuotes },
  { name: '0241-quote-payments', class: CreateQuotePayments },
  { name: '0250-imports', class: CreateImports },
  { name: '0260-expenses', class: CreateExpenses },
  { name: '0270-public-links', class: CreatePublicLinks },
  { name: '0280-credit-note-issues', class: KeepCreditNoteIssues },
  { name: '0312-balances', class: KeepBalances },
  { name: '0373-restate-contacts', class: RestateContacts },
  { name: '0390-clocks', class: followClocks('commerce') },
  { name: '0395-line-costs', class: KeepLineCosts },
  { name: '0396-quotes-by-day', class: FindQuotesByDay },
  { name: '0397-sellers', class: KeepSellers },
  { name: '0398-paid-forms', class: KeepPaidForms },
  { name: '0410-changed-last', class: FindChangedLast },
  { name: '0411-settlement-reversals', class: ReverseSettlements },
  { name: '0440-ieps-taxpayers', class: KnowIssuers },
  { name: '0441-fences', class: AddFences },
  { name: '0442-row-warnings', class: WarnOfRows },
  { name: '0450-document-languages', class: KnowDocumentLanguages },
  { name: '0451-self-invoicing-links', class: ChooseSelfInvoicingLinks },
  { name: '0497-imports-by-filters', class: IndexImportsByFilters },
  { name: '0504-addenda-templates', class: KeepAddendaTemplates },
  { name: '0507-search-indexes', class: indexSearches('commerce', searched) },
  { name: '0510-job-claims', class: claimDueWork('commerce') },
  { name: '0520-short-words', class: indexShortWords('commerce', searched) },
];
