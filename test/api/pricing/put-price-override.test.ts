import { randomUUID } from 'node:crypto';
import { created, dataOf, newCustomer, productInput, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let productId: string;
let customerId: string;
beforeAll(async () => {
  api = await startDocumented();
  productId = (await created(api, '/v1/products', productInput)).productId as string;
  customerId = await newCustomer(api);
});

const put = (fields: object) =>
  api.request('PUT', '/v1/pricing/overrides', { body: { productId, ...fields } });

describe('200', () => {
  it('putPriceOverride creates an override, and then replaces the override for the same product, customer and location', async () => {
    const given = {
      customerId,
      price: 95.5,
      taxIncluded: true,
      minQuantity: 2.5,
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
    };
    const added = await dataOf(put(given));
    const own = { overrideId: expect.any(String), updatedAt: expect.any(String), productId };
    expect(added).toEqual({ ...given, ...own });
    const { validTo: _, price: __, taxIncluded: ___, ...key } = given;
    expect(await dataOf(put({ ...key, percentage: 12.5 }))).toEqual({
      ...key,
      percentage: 12.5,
      ...own,
      overrideId: added.overrideId,
    });
  });
});

describe('400', () => {
  it.each<[string, object, string[]]>([
    ['nobody', { price: 1 }, ['customerId: scope_missing']],
    ['no price', { customerId: 'c' }, ['price: price_missing']],
    [
      'a price and a percentage',
      { customerId: 'c', price: 1, percentage: 1 },
      ['percentage: percentage_not_allowed'],
    ],
    [
      'taxIncluded of a percentage',
      { customerId: 'c', percentage: 1, taxIncluded: true },
      ['taxIncluded: tax_included_not_allowed'],
    ],
    [
      'a period that ends before it begins',
      { customerId: 'c', price: 1, validFrom: '2026-02-01', validTo: '2026-01-31' },
      ['validTo: period_reversed'],
    ],
    [
      'values that cannot be',
      { customerId: 'c', price: -1, percentage: 101, minQuantity: 0, validFrom: '2026-02-30' },
      [
        'minQuantity: too_small',
        'percentage: too_big',
        'price: too_small',
        'validFrom: invalid_format',
      ],
    ],
  ])('putPriceOverride refuses %s', async (_, fields, expected) => {
    expect(issuesOf(await put(fields))).toEqual(expected);
  });
});

describe('404', () => {
  it('putPriceOverride reports every unknown identifier', async () => {
    const answer = await put({ customerId: randomUUID(), locationId: 'x', price: 1 });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual([
      'customerId: contact_not_found',
      'locationId: location_not_found',
    ]);
    const other = await put({ productId: randomUUID(), customerId, price: 1 });
    expect(refusalOf(other)).toBe('404 not_found');
  });
});
