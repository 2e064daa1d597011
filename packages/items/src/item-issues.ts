import {
  Decimal,
  decimalIssues,
  isFiscalText,
  productKey,
  readableDecimal,
  requiredCatalog,
  taxRateAllowed,
  type Issue,
} from '@timbre/fiscal';
import type { Item } from './item';

const IVA = '002';
/** Longest Descripcion. */
const descriptionMax = 1000;

type At = (field: string) => (string | number)[];

/**
 * Rules of the items of a document.
 * - items_missing, and the issues of each item
 * @param isPriced whether the items are charged; items of a transfer may have no price
 */
export function itemsIssues(
  items: readonly Item[],
  today: string,
  { isPriced = true } = {},
): Issue[] {
  if (items.length > 0) {
    return items.flatMap((item, index) => itemIssues(item, index, today, isPriced));
  }
  const message = 'A document must have at least one item.';
  return [{ path: ['items'], code: 'items_missing', message }];
}

/**
 * Rules of one item. What comes from a product is told at its `productId`.
 * - number_invalid, too_small, too_many_decimals: quantity above 0, price and discount
 * - unit_price_zero: the SAT takes no income without a price (CFDI40166)
 * - discount_too_large: more than the amount it is taken off (CFDI40169)
 * - text_invalid: a description longer than 1000 characters, or with one that the SAT refuses
 * - product_key_not_in_catalog, unit_not_in_catalog: no active code of the SAT
 * - tax_rate_not_allowed: no rate of IVA in c_TasaOCuota (CFDI40179)
 * - iva_required: the product key demands IVA (CFDI40164)
 */
function itemIssues(item: Item, index: number, today: string, isPriced: boolean): Issue[] {
  const at: At = (field) => ['items', index, field];
  const atSource: At = (field) => at(item.kind === 'product' ? 'productId' : field);
  return [
    ...amountIssues(item, at, isPriced),
    ...descriptionIssues(item, atSource),
    ...keyIssues(item, atSource, today),
    ...taxIssues(item, atSource, today),
  ];
}

function amountIssues(item: Item, at: At, isPriced: boolean): Issue[] {
  const { quantity, unitPrice, discount = '0' } = item;
  const issues = [
    ...decimalIssues(quantity, at('quantity'), { isPositive: true }),
    ...decimalIssues(unitPrice, at('unitPrice')),
    ...decimalIssues(discount, at('discount')),
  ];
  const price = readableDecimal(unitPrice);
  if (isPriced && price?.isZero()) {
    const message = 'The price of an item must be above 0.';
    issues.push({ path: at('unitPrice'), code: 'unit_price_zero', message });
  }
  if (issues.length > 0 || !price) return issues;
  const amount = Decimal.from(quantity).times(price);
  if (Decimal.from(discount).greaterThan(amount)) {
    const message = `The discount is above the amount of the item, ${amount}.`;
    issues.push({ path: at('discount'), code: 'discount_too_large', message });
  }
  return issues;
}

function descriptionIssues({ description }: Item, at: At): Issue[] {
  if (isFiscalText(description, descriptionMax)) return [];
  const message = `A description must have 1 to ${descriptionMax} characters and no |.`;
  return [{ path: at('description'), code: 'text_invalid', message }];
}

function keyIssues({ satProductCode, satUnitCode }: Item, at: At, today: string): Issue[] {
  const issues: Issue[] = [];
  // A product without its codes already has the issue product_sat_codes_missing.
  const isUnknown = (catalog: string, code: string) =>
    code !== '' && !requiredCatalog(catalog).isActive(code, today);
  if (isUnknown('c_ClaveProdServ', satProductCode)) {
    const message = `${satProductCode} is not an active code of c_ClaveProdServ.`;
    issues.push({ path: at('satProductCode'), code: 'product_key_not_in_catalog', message });
  }
  if (isUnknown('c_ClaveUnidad', satUnitCode)) {
    const message = `${satUnitCode} is not an active code of c_ClaveUnidad.`;
    issues.push({ path: at('satUnitCode'), code: 'unit_not_in_catalog', message });
  }
  return issues;
}

function taxIssues(item: Item, at: At, today: string): Issue[] {
  const { taxability, taxRate, satProductCode } = item;
  const issues: Issue[] = [];
  const rate = taxRate === undefined ? undefined : Decimal.parse(taxRate);
  if (rate && !taxRateAllowed(IVA, 'Tasa', rate, true, today)) {
    const message = `${taxRate} is not a rate of IVA; those in force are 0, 0.08 and 0.16.`;
    issues.push({ path: at('taxRate'), code: 'tax_rate_not_allowed', message });
  }
  if (taxability === 'exempt' && productKey(satProductCode)?.iva === 'required') {
    const message = `The SAT requires IVA for product key ${satProductCode}.`;
    issues.push({ path: at('taxability'), code: 'iva_required', message });
  }
  return issues;
}
