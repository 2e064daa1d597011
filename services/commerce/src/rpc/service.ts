import type { commerce } from '@timbre/contract';
import { answers, replies, type Rpcs, type Runtime } from '@timbre/kit';
import { adjustInventory } from '../operations/adjust-inventory';
import { archiveLocation } from '../operations/archive-location';
import { archiveProduct } from '../operations/archive-product';
import { createContact } from '../operations/create-contact';
import { createExpenseCategory } from '../operations/create-expense-category';
import { createLocation } from '../operations/create-location';
import { createProduct } from '../operations/create-product';
import { deleteContact } from '../operations/delete-contact';
import { deleteExpenseCategory } from '../operations/delete-expense-category';
import { deletePriceOverride } from '../operations/delete-price-override';
import { getContact } from '../operations/get-contact';
import { getLocation } from '../operations/get-location';
import { getProduct } from '../operations/get-product';
import { getSalesReceiptFields } from '../operations/get-sales-receipt-fields';
import { listContacts } from '../operations/list-contacts';
import { listExpenseCategories } from '../operations/list-expense-categories';
import { listInventory } from '../operations/list-inventory';
import { listInventoryMovements } from '../operations/list-inventory-movements';
import { listLocations } from '../operations/list-locations';
import { listPriceOverrides } from '../operations/list-price-overrides';
import { listProductSuppliers } from '../operations/list-product-suppliers';
import { listProducts } from '../operations/list-products';
import { putPriceOverride } from '../operations/put-price-override';
import { putProductSupplier } from '../operations/put-product-supplier';
import { putSalesReceiptFields } from '../operations/put-sales-receipt-fields';
import { removeProductSupplier } from '../operations/remove-product-supplier';
import { resolveDraftSources } from '../operations/resolve-draft-sources';
import { resolvePrice } from '../operations/resolve-price';
import { transferInventory } from '../operations/transfer-inventory';
import { updateContact } from '../operations/update-contact';
import { updateExpenseCategory } from '../operations/update-expense-category';
import { updateLocation } from '../operations/update-location';
import { updateProduct } from '../operations/update-product';

/** All rpcs of the contract; a missing one is a compile error. */
export const rpcs = (runtime: Runtime): Rpcs<typeof commerce.CommerceService> => ({
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
  listLocations: replies(listLocations, runtime),
  createLocation: replies(createLocation, runtime),
  getLocation: replies(getLocation, runtime),
  updateLocation: replies(updateLocation, runtime),
  archiveLocation: replies(archiveLocation, runtime),
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
  resolveDraftSources: answers(resolveDraftSources, runtime),
});
