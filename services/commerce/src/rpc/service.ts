import type { commerce } from '@timbre/contract';
import { answers, replies, type CallContext, type Rpcs, type Runtime } from '@timbre/kit';
import type { ImportProviders } from '../domain/ports';
import type { FiscalProviders } from '../workflows/fiscal-drafts';
import { adjustInventory } from '../operations/adjust-inventory';
import { archiveLocation } from '../operations/archive-location';
import { archiveProduct } from '../operations/archive-product';
import { cancelSalesReceipt } from '../operations/cancel-sales-receipt';
import { createContact } from '../operations/create-contact';
import { createExpense } from '../operations/create-expense';
import { createExpenseCategory } from '../operations/create-expense-category';
import { createGlobalInvoice } from '../operations/create-global-invoice';
import { createLocation } from '../operations/create-location';
import { createProduct } from '../operations/create-product';
import { createSalesReceipt } from '../operations/create-sales-receipt';
import { deleteContact } from '../operations/delete-contact';
import { deleteExpense } from '../operations/delete-expense';
import { deleteExpenseCategory } from '../operations/delete-expense-category';
import { deletePriceOverride } from '../operations/delete-price-override';
import { getContact } from '../operations/get-contact';
import { getExpense } from '../operations/get-expense';
import { getLocation } from '../operations/get-location';
import { getProduct } from '../operations/get-product';
import { getSalesReceipt } from '../operations/get-sales-receipt';
import { getSalesReceiptFields } from '../operations/get-sales-receipt-fields';
import { linkExpenseCfdi } from '../operations/link-expense-cfdi';
import { invoiceSalesReceipt } from '../operations/invoice-sales-receipt';
import { listContacts } from '../operations/list-contacts';
import { listExpenseCategories } from '../operations/list-expense-categories';
import { listExpenses } from '../operations/list-expenses';
import { listInventory } from '../operations/list-inventory';
import { listInventoryMovements } from '../operations/list-inventory-movements';
import { listLocations } from '../operations/list-locations';
import { listPriceOverrides } from '../operations/list-price-overrides';
import { listProductSuppliers } from '../operations/list-product-suppliers';
import { listProducts } from '../operations/list-products';
import { listSalesReceiptRefunds } from '../operations/list-sales-receipt-refunds';
import { listSalesReceipts } from '../operations/list-sales-receipts';
import { putPriceOverride } from '../operations/put-price-override';
import { putProductSupplier } from '../operations/put-product-supplier';
import { putSalesReceiptFields } from '../operations/put-sales-receipt-fields';
import { refundSalesReceipt } from '../operations/refund-sales-receipt';
import { removeProductSupplier } from '../operations/remove-product-supplier';
import { resolveDraftSources } from '../operations/resolve-draft-sources';
import { resolvePrice } from '../operations/resolve-price';
import { settleExpense } from '../operations/settle-expense';
import { transferInventory } from '../operations/transfer-inventory';
import { unarchiveLocation } from '../operations/unarchive-location';
import { unarchiveProduct } from '../operations/unarchive-product';
import { updateContact } from '../operations/update-contact';
import { updateExpense } from '../operations/update-expense';
import { updateExpenseCategory } from '../operations/update-expense-category';
import { updateLocation } from '../operations/update-location';
import { updateProduct } from '../operations/update-product';
import type { ExpenseProviders } from '../workflows/link-cfdi';
import { importRpcs } from './imports';
import { ownedRpcs } from './owned';
import { pageRpcs } from './pages';
import { quoteRpcs, type QuoteProviders } from './quotes';

/** Returns all rpcs of the contract. A missing rpc is a compile error. */
export const rpcs = (
  runtime: Runtime<
    ExpenseProviders & FiscalProviders & ImportProviders<CallContext> & QuoteProviders
  >,
): Rpcs<typeof commerce.CommerceService> => ({
  ...importRpcs(runtime),
  ...ownedRpcs(runtime),
  ...pageRpcs(runtime),
  ...quoteRpcs(runtime),
  listContacts: replies(listContacts, runtime),
  createContact: replies(createContact, runtime),
  getContact: replies(getContact, runtime),
  updateContact: replies(updateContact, runtime),
  deleteContact: replies(deleteContact, runtime),
  listProducts: replies(listProducts, runtime),
  createProduct: replies(createProduct, runtime),
  getProduct: replies(getProduct, runtime),
  updateProduct: replies(updateProduct, runtime),
  archiveProduct: replies(archiveProduct, runtime),
  unarchiveProduct: replies(unarchiveProduct, runtime),
  listLocations: replies(listLocations, runtime),
  createLocation: replies(createLocation, runtime),
  getLocation: replies(getLocation, runtime),
  updateLocation: replies(updateLocation, runtime),
  archiveLocation: replies(archiveLocation, runtime),
  unarchiveLocation: replies(unarchiveLocation, runtime),
  listExpenseCategories: replies(listExpenseCategories, runtime),
  createExpenseCategory: replies(createExpenseCategory, runtime),
  updateExpenseCategory: replies(updateExpenseCategory, runtime),
  deleteExpenseCategory: replies(deleteExpenseCategory, runtime),
  getSalesReceiptFields: replies(getSalesReceiptFields, runtime),
  putSalesReceiptFields: replies(putSalesReceiptFields, runtime),
  listProductSuppliers: replies(listProductSuppliers, runtime),
  putProductSupplier: replies(putProductSupplier, runtime),
  removeProductSupplier: replies(removeProductSupplier, runtime),
  listInventory: replies(listInventory, runtime),
  listInventoryMovements: replies(listInventoryMovements, runtime),
  adjustInventory: replies(adjustInventory, runtime),
  transferInventory: replies(transferInventory, runtime),
  listPriceOverrides: replies(listPriceOverrides, runtime),
  putPriceOverride: replies(putPriceOverride, runtime),
  deletePriceOverride: replies(deletePriceOverride, runtime),
  resolvePrice: replies(resolvePrice, runtime),
  createSalesReceipt: replies(createSalesReceipt, runtime),
  invoiceSalesReceipt: replies(invoiceSalesReceipt, runtime),
  createGlobalInvoice: replies(createGlobalInvoice, runtime),
  getSalesReceipt: replies(getSalesReceipt, runtime),
  listSalesReceipts: replies(listSalesReceipts, runtime),
  cancelSalesReceipt: replies(cancelSalesReceipt, runtime),
  refundSalesReceipt: replies(refundSalesReceipt, runtime),
  listSalesReceiptRefunds: replies(listSalesReceiptRefunds, runtime),
  listExpenses: replies(listExpenses, runtime),
  createExpense: replies(createExpense, runtime),
  getExpense: replies(getExpense, runtime),
  updateExpense: replies(updateExpense, runtime),
  deleteExpense: replies(deleteExpense, runtime),
  settleExpense: replies(settleExpense, runtime),
  linkExpenseCfdi: replies(linkExpenseCfdi, runtime),
  resolveDraftSources: answers(resolveDraftSources, runtime),
});
