import { publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import { messageOf, type DomainEvent } from '@timbre/kit';
import type { Product } from './products';

/** Creates the event commerce.product.changed with the current state of the product. */
export const productChanged = (product: commerce.Product): DomainEvent => ({
  subject: 'commerce.product.changed',
  aggregate: 'product',
  aggregateId: product.productId,
  aggregateVersion: product.version,
  payload: commerce.Product.encode(product).finish(),
});

/**
 * Converts a product to a proto message: null fields become undefined, and decimals lose trailing
 * zeros.
 */
export function productMessage(product: Product): commerce.Product {
  const { id: productId, version, active } = product;
  const fields = messageOf<commerce.ProductFields>({
    ...product,
    price: plain(product.price),
    taxRate: product.taxRate && plain(product.taxRate),
    quantityDiscounts: listed(product.quantityDiscounts),
    withholdings: listed(product.withholdings),
    taxes: listed(product.taxes),
    propertyTaxAccounts: listed(product.propertyTaxAccounts),
    customsNumbers: listed(product.customsNumbers),
  });
  return { productId, version, active, fields };
}

const plain = (decimal: string): string => Decimal.from(decimal).trimmed().toString();

const listed = <Entry>(entries: Entry[] | null | undefined) => entries && { entries };

export const publicProduct = publicForm('commerce.product', commerce.Product, {
  type: () => 'product.changed',
  data: ({ fields, ...product }) => ({ ...product, ...fields }),
});
