import { say } from '@timbre/api';
import {
  Decimal,
  requiredComplement,
  taxRateAllowed,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';
import { referenceIssues, taxIssues, type Taxability, type TaxedItem } from '@timbre/items';

/**
 * The fields that the rules of a product check; null and undefined both mean that a field is
 * missing.
 */
export interface ProductFacts {
  quantityDiscounts?: QuantityDiscount[] | null | undefined;
  taxRate?: string | null | undefined;
  taxability?: string | null | undefined;
  taxExemptReason?: string | null | undefined;
  satProductCode?: string | null | undefined;
  satUnitCode?: string | null | undefined;
  withholdings?: TaxedItem['withholdings'] | null;
  taxes?: TaxedItem['taxes'] | null;
  taxObject?: string | null | undefined;
  propertyTaxAccounts?: string[] | null | undefined;
  customsNumbers?: string[] | null | undefined;
  thirdParty?: TaxedItem['thirdParty'] | null;
}

/**
 * A quantity discount: from `minQuantity` units on, the price is reduced by `percentage` (0 to
 * 100). Quantity and percentage are decimal text.
 */
export interface QuantityDiscount {
  minQuantity: string;
  percentage: string;
}

const iva = '002';
const hundred = Decimal.from(100);

/**
 * Returns the violated rules between the fields of a product. The gateway validates single fields.
 *
 * - tax_rate_not_allowed: the rate does not fit the taxability, or it is not an IVA rate in force on the date
 *   (c_TasaOCuota)
 * - tax_exempt_reason_not_allowed: only an exempt product may have a reason for the exemption
 * - the issues of taxIssues and referenceIssues, as for items of documents
 * - quantity_not_increasing: each quantity discount must start at a larger quantity than the one before
 * - percentage_out_of_range: a discount must be between 0 and 100 percent
 */
export function productIssues(product: ProductFacts, onDate: CalendarDate): Issue[] {
  return [...taxFieldIssues(product, onDate), ...discountIssues(product.quantityDiscounts ?? [])];
}

/**
 * Returns warnings for a product that can be sold but not invoiced.
 *
 * - sat_code_missing: without a SAT product key and a SAT unit the product cannot be invoiced
 * - complement_required: this product key requires a complement in each document
 */
export function productWarnings(product: ProductFacts, onDate: CalendarDate): Issue[] {
  const satProductCode = product.satProductCode ?? '';
  const complement = requiredComplement(satProductCode, onDate);
  return [
    ...codesOf.filter(([field]) => product[field] == null).map(codeMissing),
    ...(complement ? [complementMissing(satProductCode, complement)] : []),
  ];
}

const codesOf = [
  ['satProductCode', 'c_ClaveProdServ'],
  ['satUnitCode', 'c_ClaveUnidad'],
] as const;

const codeMissing = ([field, catalog]: (typeof codesOf)[number]): Issue => ({
  path: [field],
  code: 'sat_code_missing',
  ...say('sat_code_missing', { field, search: `/v1/sat/catalogs/${catalog}?query=…` }),
});

const complementMissing = (key: string, complement: string): Issue => ({
  path: ['satProductCode'],
  code: 'complement_required',
  ...say('complement_required', { key, complement }),
});

function taxFieldIssues(product: ProductFacts, onDate: CalendarDate): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: [field], code, message });
  const rateFault = taxRateFault(product, onDate);
  if (rateFault) add('taxRate', 'tax_rate_not_allowed', rateFault);
  if (product.taxExemptReason != null && product.taxability !== 'exempt') {
    const message = 'Only a product with taxability exempt may have a taxExemptReason.';
    add('taxExemptReason', 'tax_exempt_reason_not_allowed', message);
  }
  const item = { ...taxedItem(product), ...(rateFault && { taxRate: undefined }) };
  const at = (...path: (string | number)[]) => path;
  return [...issues, ...taxIssues(item, at, onDate), ...referenceIssues(item, at, onDate)];
}

/**
 * Returns the product as a taxed item. If the taxability of a product with an IVA rate is not
 * given, it is `standard`.
 */
function taxedItem(product: ProductFacts): TaxedItem {
  const { taxability, taxRate, taxObject } = product;
  const isSilent = taxability == null && taxRate == null;
  const hasIva = taxObject == null || taxObject === '02' || !isSilent;
  return {
    satProductCode: product.satProductCode ?? '',
    ...(hasIva && { taxability: (taxability ?? 'standard') as Taxability }),
    taxRate: taxRate ?? undefined,
    withholdings: product.withholdings ?? undefined,
    taxes: product.taxes ?? undefined,
    taxObject: taxObject ?? undefined,
    propertyTaxAccounts: product.propertyTaxAccounts ?? undefined,
    customsNumbers: product.customsNumbers ?? undefined,
    thirdParty: product.thirdParty ?? undefined,
  };
}

/**
 * Returns the reason why the tax rate is not allowed. A product without taxability counts as
 * `standard`, so its IVA rate must be above zero.
 */
function taxRateFault(
  { taxability, taxRate }: ProductFacts,
  onDate: CalendarDate,
): string | undefined {
  if (taxRate == null) return undefined;
  const rate = Decimal.from(taxRate);
  if (taxability === 'exempt') return 'An exempt product must not have a taxRate.';
  if (taxability === 'zero')
    return rate.isZero() ? undefined : 'A zero-rated product must have taxRate 0.';
  if (rate.isZero()) return 'A product with taxRate 0 must have taxability zero.';
  return taxRateAllowed(iva, 'Tasa', rate, true, onDate)
    ? undefined
    : `${taxRate} is not a rate of IVA; write 16 % as 0.16.`;
}

function discountIssues(discounts: QuantityDiscount[]): Issue[] {
  const issues: Issue[] = [];
  discounts.forEach(({ minQuantity, percentage }, index) => {
    const add = (field: string, code: string, message: string) =>
      issues.push({ path: ['quantityDiscounts', index, field], code, message });
    const before = discounts[index - 1];
    if (before && Decimal.from(minQuantity).lessOrEqual(Decimal.from(before.minQuantity))) {
      const message = `Must be greater than ${before.minQuantity}, the minQuantity of the previous discount.`;
      add('minQuantity', 'quantity_not_increasing', message);
    }
    const value = Decimal.from(percentage);
    if (value.isNegative() || value.greaterThan(hundred)) {
      add('percentage', 'percentage_out_of_range', 'Must be a percentage between 0 and 100.');
    }
  });
  return issues;
}
