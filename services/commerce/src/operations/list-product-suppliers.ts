import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { productSupplierList } from '../store/product-suppliers';
import { Product, productResource } from '../store/products';

export const listProductSuppliers = query(
  async (read, { productId, page }: commerce.ListProductSuppliersRequest) => {
    const product = await read.get(Product, productId, productResource.name);
    return read.page(productSupplierList, page, [['r.product_id = $1::uuid', product.id]]);
  },
);
