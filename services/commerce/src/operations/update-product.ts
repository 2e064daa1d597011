import type { commerce } from '@timbre/contract';
import { applyPatch, command, invalid, replyWith } from '@timbre/kit';
import { productIssues, productWarnings } from '../domain/product';
import { productChanged, productMessage } from '../store/product-changed';
import { Product, productResource, productSearchText, productValues } from '../store/products';

export const updateProduct = command(async (tx, request: commerce.UpdateProductRequest) => {
  const product = await tx.lock(Product, request.productId, productResource.name);
  applyPatch(product, productValues(request.fields ?? {}), request.cleared);
  const issues = productIssues(product, tx.today);
  if (issues.length) throw invalid(issues);
  product.searchText = productSearchText(product);
  product.updatedAt = tx.now;
  tx.emit(() => productChanged(productMessage(product)));
  return replyWith(productResource, product.id, productWarnings(product, tx.today));
});
