import { Decimal, type CalendarDate, type Issue } from '@timbre/fiscal';
import type { QuantityDiscount } from './product';

/**
 * A price for a customer, a location or both. The value null means that a field of the price is not
 * set. Amounts are decimal text.
 */
export interface PriceRule {
  id: string;
  customerId: string | null;
  locationId: string | null;
  price: string | null;
  percentage: string | null;
  taxIncluded: boolean | null;
  validFrom: CalendarDate | null;
  validTo: CalendarDate | null;
  minQuantity: string | null;
}

/** The price of a product without price overrides. */
export interface ListPrice {
  price: string;
  taxIncluded?: boolean | null | undefined;
  quantityDiscounts?: QuantityDiscount[] | null | undefined;
}

type PriceKind = 'customer_location' | 'customer' | 'location' | 'list';

export interface ResolvedPrice {
  unitPrice: Decimal;
  taxIncluded: boolean;
  rule: { kind: PriceKind; overrideId?: string; discount?: QuantityDiscount };
  considered: {
    kind: PriceKind;
    overrideId?: string;
    price: Decimal;
    because: 'not_in_force' | 'below_minimum' | 'less_specific';
  }[];
}

/**
 * The kinds of prices, most specific first. The most specific price applies, even if it is not the
 * cheapest.
 */
const kinds: PriceKind[] = ['customer_location', 'customer', 'location', 'list'];

/**
 * The kinds of prices that quantity discounts reduce. Quantity discounts do not reduce prices for a
 * customer.
 */
const discounted: PriceKind[] = ['location', 'list'];

const unitPriceScale = 6;
const hundred = Decimal.from(100);

/**
 * Resolves the price for a quantity on a day. The most specific price override in force applies;
 * among equally specific overrides, the greatest minimum and then the latest start decide. Without
 * a price override, the list price applies. The result also states for each other rule why it does
 * not apply:
 *
 * - not_in_force: the day is before validFrom or after validTo
 * - below_minimum: the quantity is less than minQuantity
 * - less_specific: another rule has priority
 * @param overrides are the overrides of the product for this customer and location
 */
export function resolvePrice(
  list: ListPrice,
  overrides: PriceRule[],
  { quantity, onDate }: { quantity: Decimal; onDate: CalendarDate },
): ResolvedPrice {
  const rules = [...overrides].sort(byPrecedence);
  const priced = rules.map((rule) => ({ rule, ...priceOf(list, rule, quantity) }));
  const lossOf = (rule: PriceRule) => {
    if (!isInForce(rule, onDate)) return 'not_in_force';
    return isReached(rule.minQuantity, quantity) ? undefined : 'below_minimum';
  };
  const winner = priced.find(({ rule }) => lossOf(rule) === undefined);
  const considered: ResolvedPrice['considered'] = priced
    .filter((one) => one !== winner)
    .map(({ rule, kind, unitPrice }) => {
      const because = lossOf(rule) ?? 'less_specific';
      return { kind, overrideId: rule.id, price: unitPrice, because };
    });
  const own = priceOf(list, undefined, quantity);
  if (winner) {
    considered.push({ kind: own.kind, price: own.unitPrice, because: 'less_specific' });
  }
  const { kind, unitPrice, discount } = winner ?? own;
  return {
    unitPrice,
    taxIncluded: winner?.rule.taxIncluded ?? list.taxIncluded ?? false,
    rule: {
      kind,
      ...(winner && { overrideId: winner.rule.id }),
      ...(discount && { discount }),
    },
    considered,
  };
}

function priceOf(list: ListPrice, rule: PriceRule | undefined, quantity: Decimal) {
  const kind = rule ? kindOf(rule) : 'list';
  const discount = discounted.includes(kind) ? discountOf(list, quantity) : undefined;
  const base = Decimal.from(rule?.price ?? list.price);
  const shares = [rule?.percentage, discount?.percentage].filter((share) => share != null);
  // The price is rounded only once, because a second rounding could cause an error of a whole unit
  // of the last decimal.
  const unitPrice = shares
    .reduce((price, share) => price.times(hundred.minus(Decimal.from(share))), base)
    .dividedBy(Decimal.from(100 ** shares.length), unitPriceScale);
  return { kind, unitPrice, discount };
}

function kindOf({ customerId, locationId }: PriceRule): PriceKind {
  if (customerId === null) return 'location';
  return locationId === null ? 'customer' : 'customer_location';
}

/**
 * Returns the discount with the greatest minimum that the quantity reaches; undefined if there is
 * none.
 */
const discountOf = ({ quantityDiscounts }: ListPrice, quantity: Decimal) =>
  quantityDiscounts?.findLast(({ minQuantity }) => isReached(minQuantity, quantity));

const isReached = (minimum: string | null, quantity: Decimal): boolean =>
  minimum === null || Decimal.from(minimum).lessOrEqual(quantity);

const isInForce = ({ validFrom, validTo }: PriceRule, day: CalendarDate): boolean =>
  (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo);

function byPrecedence(a: PriceRule, b: PriceRule): number {
  const byKind = kinds.indexOf(kindOf(a)) - kinds.indexOf(kindOf(b));
  const minimumOf = ({ minQuantity }: PriceRule) => Decimal.from(minQuantity ?? '0');
  const byMinimum = minimumOf(b).compare(minimumOf(a));
  const [from, other] = [a.validFrom ?? '', b.validFrom ?? ''];
  const byStart = from < other ? 1 : from > other ? -1 : 0;
  return byKind || byMinimum || byStart;
}

/** The fields of a price override that its rules check; amounts are decimal text. */
export interface OverrideFacts {
  customerId?: string | undefined;
  locationId?: string | undefined;
  price?: string | undefined;
  percentage?: string | undefined;
  taxIncluded?: boolean | undefined;
  validFrom?: CalendarDate | undefined;
  validTo?: CalendarDate | undefined;
}

/**
 * Returns the violated rules of a price override. The gateway validates single fields.
 *
 * - scope_missing: give a customer, a location or both
 * - price_missing: give a price or a percentage
 * - percentage_not_allowed: give a price or a percentage, not both
 * - tax_included_not_allowed: leave taxIncluded out, because the product's own price decides whether tax is
 *   included
 * - period_reversed: the period ends before it begins
 */
export function overrideIssues(override: OverrideFacts): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: [field], code, message });
  const { customerId, locationId, price, percentage, taxIncluded, validFrom, validTo } = override;
  if (customerId === undefined && locationId === undefined) {
    add('customerId', 'scope_missing', 'Give the customer, the location or both.');
  }
  if (price === undefined && percentage === undefined) {
    add('price', 'price_missing', 'Give a price, or a percentage off the list price.');
  }
  if (price !== undefined && percentage !== undefined) {
    add('percentage', 'percentage_not_allowed', 'Give either a price or a percentage.');
  }
  if (percentage !== undefined && taxIncluded !== undefined) {
    const message = 'A percentage is taken off the list price, whose taxIncluded holds.';
    add('taxIncluded', 'tax_included_not_allowed', message);
  }
  if (validFrom !== undefined && validTo !== undefined && validTo < validFrom) {
    add('validTo', 'period_reversed', 'validTo comes before validFrom.');
  }
  return issues;
}
