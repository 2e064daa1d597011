import { Contact } from './contacts';
import { ExpenseCategory } from './expense-categories';
import { Location } from './locations';
import { ProductSupplier } from './product-suppliers';
import { Product } from './products';
import { ReceiptSettings } from './receipt-settings';

/** All entities of this service. */
export const entities = [
  Contact,
  ExpenseCategory,
  Location,
  Product,
  ProductSupplier,
  ReceiptSettings,
];
