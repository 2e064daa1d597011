import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { productList } from '../store/products';

export const listProducts = query((read, { active, page }: commerce.ListProductsRequest) =>
  read.page(productList, page, active === undefined ? [] : [['r.active = $1', active]]),
);
