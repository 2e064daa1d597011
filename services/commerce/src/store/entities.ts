import { Contact } from './contacts';
import { ExpenseCategory } from './expense-categories';
import { Location } from './locations';
import { PriceOverride } from './price-overrides';
import { ProductSupplier } from './product-suppliers';
import { Product } from './products';
import { ReceiptSettings } from './receipt-settings';

/** All entities of this service. */
export const entities = [
  Contact,
  ExpenseCategory,
  Location,
  PriceOverride,
  Product,
  ProductSupplier,
  ReceiptSettings,
];
