import { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { DomainEvent } from '@timbre/kit';
import type { Product } from './products';

/** commerce.product.changed: the product as it now is. */
export const productChanged = (product: commerce.Product): DomainEvent => ({
  subject: 'commerce.product.changed',
  aggregate: 'product',
  aggregateId: product.productId,
  aggregateVersion: product.version,
  payload: commerce.Product.encode(product).finish(),
});

/** The product as it travels: null becomes absent, decimals lose the zeros of their column. */
export function productMessage(product: Product): commerce.Product {
  const { id: productId, version, active, description, quantityDiscounts } = product;
  const fields: commerce.ProductFields = {
    description,
    price: plain(product.price),
    sku: product.sku ?? undefined,
    code: product.code ?? undefined,
    quantityDiscounts: quantityDiscounts ? { entries: quantityDiscounts } : undefined,
    taxIncluded: product.taxIncluded ?? undefined,
    taxRate: product.taxRate == null ? undefined : plain(product.taxRate),
    taxability: product.taxability ?? undefined,
    taxExemptReason: product.taxExemptReason ?? undefined,
    satProductCode: product.satProductCode ?? undefined,
    satUnitCode: product.satUnitCode ?? undefined,
  };
  return { productId, version, active, fields };
}

const plain = (decimal: string): string => Decimal.from(decimal).trimmed().toString();
