import type { Issue } from '@timbre/fiscal';
import type { Item, ItemInput, ProductSource } from './item';
import { itemTax } from './item-tax';

export interface ResolvedItems {
  items: Item[];
  /** Products that do not exist in the organization. */
  missing: Issue[];
  issues: Issue[];
}

/**
 * The items of an input with copies of the products that they name.
 * - product_not_found: in `missing`
 * - product_archived: the product is not sold any more
 * - product_sat_codes_missing: the product has no SAT product key or unit
 * - tax_rate_not_allowed: the rate contradicts the taxability
 * - item_kind_unknown
 */
export function resolveItems(
  inputs: readonly ItemInput[],
  sources: readonly ProductSource[],
): ResolvedItems {
  const missing: Issue[] = [];
  const issues: Issue[] = [];
  const products = new Map(sources.map((product) => [product.productId, product]));
  const items = inputs.map((input, index) => {
    const path = ['items', index];
    if (input.kind === 'custom') return resolveItem(input, undefined, path, issues);
    const product = products.get((input.productId ?? '').toLowerCase());
    if (input.kind !== 'product') {
      const message = 'The kind of an item must be product or custom.';
      issues.push({ path: [...path, 'kind'], code: 'item_kind_unknown', message });
    } else if (!product) {
      const message = 'No product with this identifier exists in your organization.';
      missing.push({ path: [...path, 'productId'], code: 'product_not_found', message });
    }
    return resolveItem(input, product, path, issues);
  });
  return { items, missing, issues };
}

function resolveItem(
  input: ItemInput,
  product: ProductSource | undefined,
  path: (string | number)[],
  issues: Issue[],
): Item {
  const fields = product?.fields ?? input;
  const tax = itemTax(fields.taxability, fields.taxRate);
  const at = (field: string) => [...path, product ? 'productId' : field];
  if (!tax) {
    const message = 'The tax rate contradicts the taxability: above 0 is standard, 0 is zero.';
    issues.push({ path: at('taxRate'), code: 'tax_rate_not_allowed', message });
  }
  if (product && !(product.fields?.satProductCode && product.fields.satUnitCode)) {
    const message = 'The product has no SAT product key or no SAT unit.';
    issues.push({ path: at('productId'), code: 'product_sat_codes_missing', message });
  }
  if (product && !product.active) {
    const message = 'The product is archived.';
    issues.push({ path: at('productId'), code: 'product_archived', message });
  }
  return {
    kind: input.kind === 'product' ? 'product' : 'custom',
    productId: product?.productId,
    productVersion: product?.version,
    sku: product?.fields?.sku ?? product?.fields?.code,
    description: fields.description ?? '',
    satProductCode: fields.satProductCode ?? '',
    satUnitCode: fields.satUnitCode ?? '',
    quantity: input.quantity,
    unitPrice: input.unitPrice,
    discount: input.discount,
    taxIncluded: input.taxIncluded ?? product?.fields?.taxIncluded,
    ...(tax ?? { taxability: 'standard' }),
  };
}
