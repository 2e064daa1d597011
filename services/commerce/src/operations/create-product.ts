import type { commerce } from '@timbre/contract';
import { command, invalid, replyWith } from '@timbre/kit';
import { productIssues, productWarnings } from '../domain/product';
import { productChanged } from '../store/product-changed';
import { Product, productResource, productSearchText, productValues } from '../store/products';

export const createProduct = command(async (tx, request: commerce.CreateProductRequest) => {
  const fields = request.fields ?? {};
  const values = productValues(fields);
  const issues = productIssues(values, tx.today);
  if (issues.length) throw invalid(issues);
  const id = tx.add(Product, {
    ...values,
    active: true,
    version: 1,
    searchText: productSearchText(values),
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  tx.emit(productChanged({ productId: id, version: 1, active: true, fields }));
  return replyWith(productResource, id, productWarnings(values, tx.today));
});
