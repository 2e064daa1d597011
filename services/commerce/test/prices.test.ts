import type { CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { archiveLocation } from '../src/operations/archive-location';
import { deleteContact } from '../src/operations/delete-contact';
import { deletePriceOverride } from '../src/operations/delete-price-override';
import { listPriceOverrides } from '../src/operations/list-price-overrides';
import { putPriceOverride } from '../src/operations/put-price-override';
import { resolvePrice } from '../src/operations/resolve-price';
import { addContact, addLocation, addProduct, priceEvents, startCommerce } from './commerce';

let service: ServiceRuntime;
let context: CallContext;
let [productId, customerId, locationId] = ['', '', ''];
beforeAll(async () => void (service = await startCommerce()));
beforeEach(async () => {
  context = callContext();
  service.setClock('2026-11-21T15:00:00.000Z');
  productId = await addProduct(service, context, {
    quantityDiscounts: { entries: [{ minQuantity: '10', percentage: '5' }] },
  });
  customerId = await addContact(service, context);
  locationId = await addLocation(service, context);
});
afterAll(() => service.close());

const put = (fields: object) =>
  service.answer(putPriceOverride, context, { fields: { productId, ...fields } });
const resolve = (asked: object = {}) =>
  service.answer(resolvePrice, context, { productId, ...asked });
const listed = async (request: object = {}) =>
  (await service.page(listPriceOverrides, context, request)).data;

describe('putPriceOverride', () => {
  it('putPriceOverride returns and emits all fields', async () => {
    const fields = {
      productId,
      customerId,
      locationId,
      price: '97.5',
      taxIncluded: true,
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
      minQuantity: '2.5',
    };
    const override = await put(fields);
    expect(override).toEqual({
      ...fields,
      price: 97.5,
      minQuantity: 2.5,
      overrideId: expect.any(String),
      updatedAt: '2026-11-21T15:00:00.000Z',
    });
    expect(await priceEvents(service, context.organizationId)).toEqual([
      { overrideId: override.overrideId, version: 1, fields, deleted: false },
    ]);
  });

  it('putPriceOverride replaces only the price override with the same identifying fields', async () => {
    const first = await put({ customerId, price: '95', minQuantity: '2' });
    const same = await put({ customerId, percentage: '10', minQuantity: '2.000' });
    expect(same).toMatchObject({ overrideId: first.overrideId, percentage: 10 });
    expect(same).not.toHaveProperty('price');
    await put({ customerId, price: '94', minQuantity: '3' });
    await put({ customerId, price: '93', minQuantity: '2', validFrom: '2026-12-01' });
    await put({ customerId, locationId, price: '92', minQuantity: '2' });
    expect(await listed()).toHaveLength(4);
    const events = await priceEvents(service, context.organizationId);
    const ofFirst = events.filter(({ overrideId }) => overrideId === first.overrideId);
    expect(ofFirst.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('putPriceOverride adds one price override for concurrent requests with the same identifying fields', async () => {
    const prices = ['1', '2', '3', '4', '5'];
    const added = await Promise.all(prices.map((price) => put({ customerId, price })));
    expect(new Set(added.map(({ overrideId }) => overrideId)).size).toBe(1);
    expect(await listed()).toHaveLength(1);
  });

  it('putPriceOverride rejects a supplier, and reports every unknown identifier', async () => {
    const supplier = await addContact(service, context, { kind: 'supplier' });
    for (const unknown of [supplier, productId, 'x']) {
      await expect(
        put({ customerId: unknown, locationId: unknown, price: '1' }),
      ).rejects.toMatchObject({
        code: 'not_found',
        details: {
          issues: [
            { path: ['customerId'], code: 'contact_not_found' },
            { path: ['locationId'], code: 'location_not_found' },
          ],
        },
      });
    }
  });

  it('putPriceOverride limits the number of price overrides of a customer and location', async () => {
    await service.rows(
      `insert into price_overrides (id, org_id, version, product_id, customer_id, price,
         min_quantity, created_at, updated_at)
       select gen_random_uuid(), $1, 1, $2, $3, 1, n, now(), now() from generate_series(1, 100) n`,
      [context.organizationId, productId, customerId],
    );
    await expect(put({ customerId, price: '1' })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'too_many_overrides' },
    });
    await put({ customerId, price: '2', minQuantity: '7' });
    await put({ customerId, locationId, price: '1' });
  });
});

describe('deletePriceOverride', () => {
  it('deletePriceOverride deletes the price override once and emits an event', async () => {
    const { overrideId } = await put({ locationId, price: '1' });
    const id = overrideId as string;
    const remove = () => service.answer(deletePriceOverride, context, { overrideId: id });
    expect(await remove()).toEqual({ overrideId, deleted: true });
    await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
    const [, event] = await priceEvents(service, context.organizationId);
    expect(event).toMatchObject({ overrideId, version: 2, deleted: true });
  });

  it("deleting a customer also deletes the customer's price overrides", async () => {
    await put({ customerId, price: '1' });
    await put({ locationId, price: '1' });
    await service.answer(deleteContact, context, { contactId: customerId, knownRefs: [] });
    expect(await listed()).toHaveLength(1);
  });
});

describe('listPriceOverrides', () => {
  it('listPriceOverrides filters by product, customer and location', async () => {
    const other = await addProduct(service, context, { description: 'Mesa' });
    await put({ customerId, price: '1' });
    await put({ locationId, price: '2' });
    await put({ customerId, locationId, price: '3', productId: other });
    const prices = async (request: object) => (await listed(request)).map(({ price }) => price);
    expect(await prices({})).toEqual([3, 2, 1]);
    expect(await prices({ productId })).toEqual([2, 1]);
    expect(await prices({ customerId })).toEqual([3, 1]);
    expect(await prices({ customerId, locationId })).toEqual([3]);
    expect(await prices({ productId: 'x' })).toEqual([]);
    expect(await prices({ page: { query: 'mesa' } })).toEqual([3]);
  });
});

describe('resolvePrice', () => {
  it('resolvePrice applies the most specific rule and returns the reasons for the other rules', async () => {
    const atLocation = (await put({ locationId, percentage: '10' })).overrideId;
    const ofCustomer = (await put({ customerId, price: '95', taxIncluded: true })).overrideId;
    const ofBoth = (await put({ customerId, locationId, price: '97' })).overrideId;
    expect(await resolve({ customerId, locationId })).toEqual({
      productId,
      customerId,
      locationId,
      quantity: 1,
      unitPrice: 97,
      taxIncluded: false,
      currency: 'MXN',
      rule: { kind: 'customer_location', overrideId: ofBoth },
      considered: [
        { kind: 'customer', overrideId: ofCustomer, price: 95, because: 'less_specific' },
        { kind: 'location', overrideId: atLocation, price: 90, because: 'less_specific' },
        { kind: 'list', price: 100, because: 'less_specific' },
      ].map((lost) => ({ ...lost, applied: false })),
    });
    expect(await resolve({ customerId })).toMatchObject({ unitPrice: 95, taxIncluded: true });
    expect(await resolve({ locationId, quantity: '10' })).toMatchObject({
      unitPrice: 85.5,
      rule: { kind: 'location', discount: { minQuantity: 10, percentage: 5 } },
    });
    expect(await resolve()).toMatchObject({
      unitPrice: 100,
      rule: { kind: 'list' },
      considered: [],
    });
  });

  it('resolvePrice uses the day at the location or, by default, at the default location', async () => {
    const cancun = await addLocation(service, context, { postalCode: '77500' });
    await put({ customerId, price: '50', validFrom: '2026-11-22' });
    // At this time it is 23:30 in Hidalgo and half past midnight in Quintana Roo.
    service.setClock('2026-11-22T05:30:00.000Z');
    expect(await resolve({ customerId })).toMatchObject({ unitPrice: 100 });
    expect(await resolve({ customerId, locationId })).toMatchObject({ unitPrice: 100 });
    expect(await resolve({ customerId, locationId: cancun })).toMatchObject({ unitPrice: 50 });
  });

  it('resolvePrice rejects archived products and locations', async () => {
    const branch = await addLocation(service, context);
    await service.answer(archiveLocation, context, { locationId: branch });
    await service.rows('update products set active = false where id = $1', [productId]);
    await expect(resolve({ locationId: branch })).rejects.toMatchObject({
      code: 'conflict',
      details: {
        reason: 'archived',
        issues: [{ path: ['productId'] }, { path: ['locationId'] }],
      },
    });
  });

  it('resolvePrice reports every unknown identifier', async () => {
    const unknown = { productId: 'x', customerId: productId, locationId: 'y' };
    await expect(resolve(unknown)).rejects.toMatchObject({
      code: 'not_found',
      details: {
        issues: [
          { code: 'product_not_found' },
          { code: 'contact_not_found' },
          { code: 'location_not_found' },
        ],
      },
    });
  });
});
