import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { productResource } from '../store/products';

export const getProduct = query((read, request: commerce.GetProductRequest) =>
  read.resource(productResource, request.productId),
);
