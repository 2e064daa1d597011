import { CfdiStock } from './cfdi-stock';
import { Contact } from './contacts';
import { ExpenseCategory } from './expense-categories';
import { Expense, ExpenseSettlement } from './expenses';
import { Import, ImportRow } from './imports';
import { Location } from './locations';
import { PriceOverride } from './price-overrides';
import { ProductSupplier } from './product-suppliers';
import { Product } from './products';
import { PublicLink } from './public-links';
import { QuotePayment } from './quote-payments';
import { Quote } from './quotes';
import { ReceiptCreditNote, ReceiptDocument } from './receipt-documents';
import { ReceiptSettings } from './receipt-settings';
import { SalesReceiptRefund } from './sales-receipt-refunds';
import { SalesReceipt, SalesReceiptLine } from './sales-receipts';

/** All entities of this service. */
export const entities = [
  CfdiStock,
  Contact,
  Expense,
  ExpenseCategory,
  ExpenseSettlement,
  Import,
  ImportRow,
  Location,
  PriceOverride,
  Product,
  ProductSupplier,
  PublicLink,
  Quote,
  ReceiptCreditNote,
  ReceiptDocument,
  QuotePayment,
  ReceiptSettings,
  SalesReceipt,
  SalesReceiptLine,
  SalesReceiptRefund,
];
