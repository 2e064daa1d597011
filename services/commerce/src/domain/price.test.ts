import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import {
  overrideIssues,
  resolvePrice,
  type ListPrice,
  type OverrideFacts,
  type PriceRule,
} from './price';

const list: ListPrice = {
  price: '100',
  taxIncluded: null,
  quantityDiscounts: [
    { minQuantity: '10', percentage: '5' },
    { minQuantity: '100', percentage: '10' },
  ],
};
const today = '2026-11-23';
const rule = (id: string, given: Partial<PriceRule>): PriceRule => ({
  id,
  customerId: null,
  locationId: null,
  price: null,
  percentage: null,
  taxIncluded: null,
  validFrom: null,
  validTo: null,
  minQuantity: null,
  ...given,
});
const atLocation = rule('location', { locationId: 'l', percentage: '10' });
const ofCustomer = rule('customer', { customerId: 'c', price: '95' });
const ofBoth = rule('both', { customerId: 'c', locationId: 'l', price: '97' });

const resolve = (rules: PriceRule[], quantity = '1', of = list) =>
  resolvePrice(of, rules, { quantity: Decimal.from(quantity), onDate: today });
const shown = (rules: PriceRule[], quantity?: string, of?: ListPrice) => {
  const { unitPrice, rule: won } = resolve(rules, quantity, of);
  return [unitPrice.toString(), won.kind, won.overrideId, won.discount?.minQuantity];
};

describe('resolvePrice', () => {
  it.each<[string, PriceRule[], string, unknown[]]>([
    ['no rule', [], '1', ['100.000000', 'list', undefined, undefined]],
    ['a quantity discount', [], '10', ['95.000000', 'list', undefined, '10']],
    ['the greatest discount reached', [], '100', ['90.000000', 'list', undefined, '100']],
    ['a location', [atLocation], '1', ['90.000000', 'location', 'location', undefined]],
    [
      'a location with a quantity discount',
      [atLocation],
      '10',
      ['85.500000', 'location', 'location', '10'],
    ],
    [
      'a customer, net of discounts',
      [atLocation, ofCustomer],
      '10',
      ['95.000000', 'customer', 'customer', undefined],
    ],
    [
      'a customer at a location, not the cheapest',
      [atLocation, ofCustomer, ofBoth],
      '1',
      ['97.000000', 'customer_location', 'both', undefined],
    ],
  ])('resolvePrice takes the price of %s', (_, rules, quantity, expected) => {
    expect(shown(rules, quantity)).toEqual(expected);
  });

  it('resolvePrice rounds the unit price once, half up, to six decimals', () => {
    const of = {
      ...list,
      price: '99.99',
      quantityDiscounts: [{ minQuantity: '10', percentage: '7.5' }],
    };
    const { unitPrice } = resolve([], '12', of);
    expect(unitPrice.toString()).toBe('92.490750');
    expect(unitPrice.times(Decimal.from(12)).round(2).toString()).toBe('1109.89');
    const third = rule('l', { locationId: 'l', percentage: '33.333333' });
    expect(resolve([third], '12', of).unitPrice.toString()).toBe('61.660500');
  });

  it('resolvePrice returns the reason for which each other rule was not applied', () => {
    const past = rule('past', { customerId: 'c', price: '1', validTo: '2026-11-22' });
    const future = rule('future', { customerId: 'c', price: '2', validFrom: '2026-11-24' });
    const bulk = rule('bulk', { customerId: 'c', price: '3', minQuantity: '5' });
    const { rule: won, considered } = resolve(
      [past, atLocation, future, bulk, ofCustomer],
      '4.999',
    );
    expect(won).toEqual({ kind: 'customer', overrideId: 'customer' });
    const reasons = considered.map(({ kind, overrideId, price, because }) => [
      overrideId ?? kind,
      price.trimmed().toString(),
      because,
    ]);
    expect(Object.fromEntries(reasons.map(([id, ...more]) => [id, more]))).toEqual({
      past: ['1', 'not_in_force'],
      future: ['2', 'not_in_force'],
      bulk: ['3', 'below_minimum'],
      location: ['90', 'less_specific'],
      list: ['100', 'less_specific'],
    });
  });

  it('resolvePrice includes both days of a period, and prefers the greatest minimum and then the latest start', () => {
    const dated = (id: string, given: Partial<PriceRule>) =>
      rule(id, { customerId: 'c', price: '1', ...given });
    const won = (...rules: PriceRule[]) => resolve(rules, '10').rule.overrideId;
    expect(won(dated('a', { validFrom: today, validTo: today }))).toBe('a');
    expect(won(dated('a', {}), dated('b', { minQuantity: '10' }))).toBe('b');
    expect(won(dated('a', { minQuantity: '2' }), dated('b', { minQuantity: '10' }))).toBe('b');
    expect(won(dated('a', { validFrom: '2026-01-01' }), dated('b', {}))).toBe('a');
  });

  it('resolvePrice uses taxIncluded of the price override, or else of the product', () => {
    const gross = { ...list, taxIncluded: true };
    expect(resolve([]).taxIncluded).toBe(false);
    expect(resolve([ofCustomer], '1', gross).taxIncluded).toBe(true);
    expect(resolve([{ ...ofCustomer, taxIncluded: false }], '1', gross).taxIncluded).toBe(false);
  });

  const oneRule = fc.record({
    customerId: fc.constantFrom(null, 'c'),
    price: fc.integer({ min: 0, max: 1_000 }).map(String),
    minQuantity: fc.option(fc.integer({ min: 1, max: 5 }).map(String)),
    validFrom: fc.constantFrom(null, '2026-11-01', today, '2026-12-01'),
    validTo: fc.constantFrom(null, '2026-11-10', today, '2027-01-01'),
  });

  it('resolvePrice does not depend on the order of the rules, and lists each rule once', () => {
    const key = (given: { customerId: string | null; minQuantity: string | null; validFrom: string | null }) =>
      [given.customerId, given.minQuantity, given.validFrom].join(); // prettier-ignore
    const rules = fc
      .uniqueArray(oneRule, { selector: key, maxLength: 8 })
      .map((given) => given.map((one, at) => rule(`r${at}`, { locationId: 'l', ...one })));
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 6 }), (given, quantity) => {
        const resolved = resolve(given, String(quantity));
        const reversed = resolve([...given].reverse(), String(quantity));
        expect(reversed).toEqual(resolved);
        const named = [resolved.rule, ...resolved.considered].map(
          (one) => one.overrideId ?? 'list',
        );
        expect(named.sort()).toEqual([...given.map(({ id }) => id), 'list'].sort());
      }),
    );
  });
});

describe('overrideIssues', () => {
  const scope = { customerId: 'c' };
  it.each<[string, OverrideFacts, string[]]>([
    ['a price for a customer', { ...scope, price: '0' }, []],
    ['a percentage at a location', { locationId: 'l', percentage: '100' }, []],
    ['one day', { ...scope, price: '1', validFrom: today, validTo: today }, []],
    ['nobody', { price: '1' }, ['customerId: scope_missing']],
    ['nothing', scope, ['price: price_missing']],
    ['both', { ...scope, price: '1', percentage: '1' }, ['percentage: percentage_not_allowed']],
    [
      'taxIncluded of a percentage',
      { ...scope, percentage: '1', taxIncluded: true },
      ['taxIncluded: tax_included_not_allowed'],
    ],
    [
      'a period that ends before it begins',
      { ...scope, price: '1', validFrom: '2026-02-01', validTo: '2026-01-31' },
      ['validTo: period_reversed'],
    ],
  ])('overrideIssues checks an override for %s', (_, override, expected) => {
    const codes = overrideIssues(override).map(({ path, code }) => `${path[0]}: ${code}`);
    expect(codes).toEqual(expected);
  });
});
