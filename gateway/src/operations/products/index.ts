import { archiveProduct } from './archive-product';
import { createProduct } from './create-product';
import { getProduct } from './get-product';
import { listProducts } from './list-products';
import { updateProduct } from './update-product';

export const products = [archiveProduct, createProduct, getProduct, listProducts, updateProduct];
