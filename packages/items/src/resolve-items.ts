import type { CalendarDate, Issue } from '@timbre/fiscal';
import { componentOf } from './component';
import type { Item, ItemDetails, ItemInput, ProductSource } from './item';
import { itemTax } from './item-tax';
import { allowedTaxes } from './tax-object';

export interface ResolvedItems {
  items: Item[];
  /** Issues for products that the organization does not have. */
  missing: Issue[];
  issues: Issue[];
}

/**
 * The date for the tax rates: the day of the document. Items that were sold on an earlier day already
 * contain the rates of that day.
 */
type OnDate = CalendarDate | 'latest';
type Path = (string | number)[];
type ProductFields = NonNullable<ProductSource['fields']>;

/**
 * Returns the items of an input, with copies of the products that they refer to. Values of the item take
 * precedence over values of its product.
 *
 * - product_not_found: in `missing`
 * - product_archived: the product is archived
 * - tax_rate_not_allowed: the rate is not in c_TasaOCuota for this tax, or it does not fit the product's
 *   taxability
 * - item_kind_unknown
 */
export function resolveItems(
  inputs: readonly ItemInput[],
  sources: readonly ProductSource[],
  onDate: OnDate,
): ResolvedItems {
  const missing: Issue[] = [];
  const issues: Issue[] = [];
  const products = new Map(sources.map((product) => [product.productId, product]));
  const items = inputs.map((input, index) => {
    const path = ['items', index];
    if (input.kind === 'custom') return resolveItem(input, undefined, onDate, path, issues);
    const product = products.get((input.productId ?? '').toLowerCase());
    if (input.kind !== 'product') {
      const message = 'The kind of an item must be product or custom.';
      issues.push({ path: [...path, 'kind'], code: 'item_kind_unknown', message });
    } else if (!product) {
      const message = 'No product with this identifier exists in your organization.';
      missing.push({ path: [...path, 'productId'], code: 'product_not_found', message });
    }
    return resolveItem(input, product, onDate, path, issues);
  });
  return { items, missing, issues };
}

function resolveItem(
  input: ItemInput,
  product: ProductSource | undefined,
  onDate: OnDate,
  path: Path,
  issues: Issue[],
): Item {
  const fields = product?.fields ?? input;
  const iva = ivaOf(input, product?.fields, onDate, path, issues);
  if (product) issues.push(...productIssues(product, [...path, 'productId']));
  return {
    kind: input.kind === 'product' ? 'product' : 'custom',
    productId: product?.productId,
    productVersion: product?.version,
    description: fields.description ?? '',
    satProductCode: fields.satProductCode ?? '',
    satUnitCode: fields.satUnitCode ?? '',
    quantity: input.quantity,
    unitPrice: input.unitPrice,
    discount: input.discount,
    taxIncluded: input.taxIncluded ?? product?.fields?.taxIncluded,
    ...(input.charged !== undefined && { charged: input.charged }),
    ...(input.complements && { complements: input.complements }),
    ...(input.parts && { components: input.parts.entries.map(componentOf) }),
    ...detailsOf(input, product?.fields ?? {}),
    ...iva,
  };
}

const productIssues = ({ active }: ProductSource, path: Path): Issue[] =>
  active ? [] : [{ path, code: 'product_archived', message: 'The product is archived.' }];

function detailsOf(input: ItemInput, product: ProductFields): ItemDetails {
  // Taxes of the product that the item's tax object does not allow are omitted.
  const { ieps, isr, iva } = allowedTaxes(input.taxObject);
  const withheld = (product.withholdings?.entries ?? []).filter(({ type }) =>
    type === 'IVA' ? iva : isr,
  );
  return {
    sku: input.sku ?? product.sku ?? product.code,
    unitName: input.unitName ?? product.unitName,
    activity: input.activity ?? product.activity,
    withholdings: someOf(input.withholdings?.entries ?? withheld),
    taxes: someOf(input.taxes?.entries ?? (ieps ? product.taxes?.entries : [])),
    taxObject: input.taxObject ?? product.taxObject,
    propertyTaxAccounts: someOf(
      (input.propertyTaxAccounts ?? product.propertyTaxAccounts)?.entries,
    ),
    customsNumbers: someOf((input.customsNumbers ?? product.customsNumbers)?.entries),
    thirdParty: input.thirdParty ?? product.thirdParty,
  };
}

/** Returns the list, or undefined for an empty list. */
const someOf = <Entry>(entries: Entry[] | undefined): Entry[] | undefined =>
  entries?.length ? entries : undefined;

/**
 * Returns the taxability and the IVA rate. An item that states either value replaces both values of the
 * product. The tax object of an item can exclude IVA. `taxIssues` rejects this tax object together with a
 * rate or a taxability.
 */
function ivaOf(
  input: ItemInput,
  product: ProductFields | undefined,
  onDate: OnDate,
  path: Path,
  issues: Issue[],
): Pick<Item, 'taxability' | 'taxRate'> {
  const isOwn = !product || input.taxability !== undefined || input.taxRate !== undefined;
  const { taxability, taxRate } = isOwn ? input : product;
  const isSaid = taxability !== undefined || taxRate !== undefined;
  const { iva } = allowedTaxes(input.taxObject ?? product?.taxObject);
  if (!iva && !(isOwn && isSaid)) return {};
  const tax = itemTax(taxability, taxRate, onDate);
  if (tax) return tax;
  const message = 'The taxability of a rate above 0 is standard; that of rate 0 is zero.';
  const at = [...path, isOwn ? 'taxRate' : 'productId'];
  issues.push({ path: at, code: 'tax_rate_not_allowed', message });
  return { taxability: 'standard' };
}
