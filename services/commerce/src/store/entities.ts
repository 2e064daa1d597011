import { CfdiStock } from './cfdi-stock';
import { Contact } from './contacts';
import { ExpenseCategory } from './expense-categories';
import { Expense, ExpenseSettlement, ExpenseSettlementReversal } from './expenses';
import { Import, ImportRow } from './imports';
import { Location } from './locations';
import { PriceOverride } from './price-overrides';
import { ProductSupplier } from './product-suppliers';
import { Product } from './products';
import { PublicLink } from './public-links';
import { QuotePayment } from './quote-payments';
import { Quote, QuoteFolio } from './quotes';
import { ReceiptCreditNote, ReceiptDocument } from './receipt-documents';
import { ReceiptSettings } from './receipt-settings';
import { SalesReceiptRefund } from './sales-receipt-refunds';
import { SalesReceipt, SalesReceiptLine, ReceiptCounter } from './sales-receipts';
import { ClosedSalesPeriod } from './closed-periods';
import { ContactRestatement } from './contact-restatements';
import { InventoryLevel, InventoryMovement } from './inventory';
import { Issuer } from './issuers';
import { ReceiptClaim } from './receipt-claims';

/** All ORM entities of this service. */
export const entities = [
  CfdiStock,
  ClosedSalesPeriod,
  Contact,
  ContactRestatement,
  Expense,
  ExpenseCategory,
  ExpenseSettlement,
  ExpenseSettlementReversal,
  Import,
  ImportRow,
  InventoryLevel,
  InventoryMovement,
  Issuer,
  Location,
  PriceOverride,
  Product,
  ProductSupplier,
  PublicLink,
  Quote,
  QuoteFolio,
  QuotePayment,
  ReceiptClaim,
  ReceiptCounter,
  ReceiptCreditNote,
  ReceiptDocument,
  ReceiptSettings,
  SalesReceipt,
  SalesReceiptLine,
  SalesReceiptRefund,
];
