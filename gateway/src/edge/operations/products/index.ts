import { adjustInventory } from './adjust-inventory';
import { archiveProduct } from './archive-product';
import { createProduct } from './create-product';
import { getProduct } from './get-product';
import { listInventory } from './list-inventory';
import { listInventoryMovements } from './list-inventory-movements';
import { listProductSuppliers } from './list-product-suppliers';
import { listProducts } from './list-products';
import { putProductSupplier } from './put-product-supplier';
import { removeProductSupplier } from './remove-product-supplier';
import { transferInventory } from './transfer-inventory';
import { unarchiveProduct } from './unarchive-product';
import { updateProduct } from './update-product';

export const products = [
  adjustInventory,
  archiveProduct,
  createProduct,
  getProduct,
  listInventory,
  listInventoryMovements,
  listProductSuppliers,
  listProducts,
  putProductSupplier,
  removeProductSupplier,
  transferInventory,
  unarchiveProduct,
  updateProduct,
];
