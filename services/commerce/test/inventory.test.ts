import { Decimal } from '@timbre/fiscal';
import type { CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import fc from 'fast-check';
import { announceInventory } from '../src/jobs/announce-inventory';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { archiveLocation } from '../src/operations/archive-location';
import { getProduct } from '../src/operations/get-product';
import { listInventory } from '../src/operations/list-inventory';
import { listInventoryMovements } from '../src/operations/list-inventory-movements';
import { putSalesReceiptFields } from '../src/operations/put-sales-receipt-fields';
import { transferInventory } from '../src/operations/transfer-inventory';
import { addLocation, addProduct, inventoryEvents, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

interface Shop {
  context: CallContext;
  productId: string;
  here: string;
  there: string;
}

async function newShop(): Promise<Shop> {
  const context = callContext();
  const [here, there] = [
    await addLocation(service, context, { name: 'Aquí' }),
    await addLocation(service, context, { name: 'Allá' }),
  ];
  return { context, productId: await addProduct(service, context), here, there };
}

const adjust = ({ context, productId, here }: Shop, change: object, more: object = {}) =>
  service.answer(adjustInventory, context, {
    productId,
    locationId: here,
    reason: 'Conteo',
    ...change,
    ...more,
  });
const send = (
  { context, here, there }: Shop,
  items: [productId: string, quantity: string][],
  isBack = false,
) =>
  service.answer(transferInventory, context, {
    fromLocationId: isBack ? there : here,
    toLocationId: isBack ? here : there,
    items: items.map(([productId, quantity]) => ({ productId, quantity })),
  });
const forbidNegative = ({ context }: Shop) =>
  service.answer(putSalesReceiptFields, context, { fields: [], allowNegativeStock: false });

/** Returns the stock and the average cost at each location, keyed by the location's identifier. */
async function levels({ context, productId }: Shop) {
  const { data } = await service.page(listInventory, context, { productId });
  return Object.fromEntries(
    data.map((row) => [row.locationId as string, [row.stock, row.averageCost]]),
  );
}

/**
 * Selects stock levels that differ from the sum of their movements or from the stock after the last
 * movement.
 */
const unbalanced = ({ context }: Shop) =>
  service.rows(
    `select l.stock, m.sum, m.last from inventory_levels l join (
       select product_id, location_id, sum(quantity) as sum,
         (array_agg(resulting_stock order by id desc))[1] as last, count(*) as count
       from inventory_movements where org_id = $1 group by 1, 2
     ) m using (product_id, location_id)
     where l.org_id = $1 and l.stock <> m.sum`,
    [context.organizationId],
  );

describe('adjustInventory', () => {
  it('adjustInventory adds a difference and returns the movement with the resulting stock', async () => {
    const shop = await newShop();
    await adjust(shop, { quantity: '10.5' });
    expect(await adjust(shop, { quantity: '-3.000001' })).toEqual({
      movementId: expect.any(String),
      productId: shop.productId,
      locationId: shop.here,
      kind: 'adjustment',
      quantity: -3.000001,
      resultingStock: 7.499999,
      reason: 'Conteo',
      occurredAt: '2026-11-21T15:00:00.000Z',
    });
  });

  it('adjustInventory sets the stock to the counted quantity by recording the difference', async () => {
    const shop = await newShop();
    await adjust(shop, { quantity: '10' });
    expect(await adjust(shop, { countedQuantity: '7.5' })).toMatchObject({
      quantity: -2.5,
      resultingStock: 7.5,
    });
    expect(await adjust(shop, { countedQuantity: '7.5' })).toMatchObject({ quantity: 0 });
  });

  it('adjustInventory counts an untracked product, whose stock is tracked afterwards', async () => {
    const shop = await newShop();
    const product = () => service.answer(getProduct, shop.context, { productId: shop.productId });
    expect(await product()).not.toHaveProperty('stock');
    expect(await product()).not.toHaveProperty('stockStatus');
    await adjust(shop, { countedQuantity: '0' });
    expect(await product()).toMatchObject({ stock: 0, stockStatus: 'out_of_stock' });
    await adjust(shop, { quantity: '2' });
    await adjust(shop, { quantity: '3' }, { locationId: shop.there });
    expect(await product()).toMatchObject({ stock: 5, stockStatus: 'available' });
  });

  it('adjustInventory averages the cost of received goods, and goods leave at the average cost', async () => {
    const shop = await newShop();
    expect(await adjust(shop, { quantity: '10', unitCost: '5' })).toMatchObject({
      kind: 'receipt',
      unitCost: 5,
    });
    await adjust(shop, { quantity: '4', unitCost: '6.5' });
    expect((await levels(shop))[shop.here]).toEqual([14, 5.428571]);
    expect(await adjust(shop, { quantity: '-1' })).toMatchObject({ unitCost: 5.428571 });
    expect((await levels(shop))[shop.here]).toEqual([13, 5.428571]);
  });

  it('adjustInventory rejects an unknown product, an unknown location and an archived location', async () => {
    const shop = await newShop();
    const unknown = '01890000-0000-7000-8000-000000000000';
    const quantity = '1';
    await expect(adjust(shop, { quantity }, { productId: unknown })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const locationId of [unknown, 'x']) {
      await expect(adjust(shop, { quantity }, { locationId })).rejects.toMatchObject({
        code: 'not_found',
        details: { issues: [{ path: ['locationId'], code: 'location_not_found' }] },
      });
    }
    await service.answer(archiveLocation, shop.context, { locationId: shop.there });
    await expect(adjust(shop, { quantity }, { locationId: shop.there })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'location_archived', issues: [{ path: ['locationId'] }] },
    });
  });

  it('adjustInventory accepts identifiers in upper case', async () => {
    const shop = await newShop();
    const locationId = shop.here.toUpperCase();
    const productId = shop.productId.toUpperCase();
    await adjust(shop, { quantity: '2', unitCost: '1' }, { locationId, productId });
    expect((await levels(shop))[shop.here]).toEqual([2, 1]);
  });
});

describe('negative stock', () => {
  it('stock may become negative by default, and one event is emitted when it does', async () => {
    const shop = await newShop();
    await adjust(shop, { quantity: '1' });
    await adjust(shop, { quantity: '-3' });
    await adjust(shop, { quantity: '-1' });
    expect((await levels(shop))[shop.here]).toEqual([-3, undefined]);
    const { organizationId } = shop.context;
    expect(await inventoryEvents(service, organizationId, 'negative')).toEqual([
      { productId: shop.productId, locationId: shop.here, version: 2, stock: '-2' },
    ]);
  });

  it('the organization can forbid negative stock, and existing negative stock may still be reduced', async () => {
    const shop = await newShop();
    await adjust(shop, { quantity: '-5' });
    await forbidNegative(shop);
    const short = { code: 'conflict', details: { reason: 'out_of_stock' } };
    await expect(adjust(shop, { quantity: '-1' })).rejects.toMatchObject(short);
    expect(await adjust(shop, { quantity: '2' })).toMatchObject({ resultingStock: -3 });
    await adjust(shop, { countedQuantity: '1' });
    await adjust(shop, { quantity: '-1' });
    await expect(adjust(shop, { quantity: '-0.000001' })).rejects.toMatchObject(short);
    const other = { locationId: shop.there };
    await expect(adjust(shop, { quantity: '-1' }, other)).rejects.toMatchObject(short);
    expect(Object.keys(await levels(shop))).toEqual([shop.here]);
  });
});

describe('transferInventory', () => {
  it('transferInventory moves several products with their average cost', async () => {
    const shop = await newShop();
    const second = await addProduct(service, shop.context);
    await adjust(shop, { quantity: '10', unitCost: '4' });
    await adjust(shop, { quantity: '2', unitCost: '10' }, { locationId: shop.there });
    const transfer = await send(shop, [
      [shop.productId, '6'],
      [second, '1.5'],
    ]);
    expect(await levels(shop)).toEqual({ [shop.here]: [4, 4], [shop.there]: [8, 5.5] });
    const shown = (transfer.movements as Record<string, unknown>[]).map(
      ({ productId, kind, quantity, unitCost, documentRef }) => [
        productId === shop.productId,
        kind,
        quantity,
        unitCost,
        documentRef,
      ],
    );
    const documentRef = `inventory_transfer:${String(transfer.transferId)}`;
    expect(shown).toEqual([
      [true, 'transfer_out', -6, 4, documentRef],
      [true, 'transfer_in', 6, 4, documentRef],
      [false, 'transfer_out', -1.5, undefined, documentRef],
      [false, 'transfer_in', 1.5, undefined, documentRef],
    ]);
  });

  it('transferInventory moves all products or none, and reports every product with insufficient stock', async () => {
    const shop = await newShop();
    const [second, third] = [
      await addProduct(service, shop.context),
      await addProduct(service, shop.context),
    ];
    await forbidNegative(shop);
    await adjust(shop, { quantity: '1' });
    await expect(
      send(shop, [[second, '1'], [shop.productId, '1'], [third, '2']]), // prettier-ignore
    ).rejects.toMatchObject({
      details: {
        reason: 'out_of_stock',
        issues: [{ path: ['items', 0, 'quantity'] }, { path: ['items', 2, 'quantity'] }],
      },
    });
    expect(await levels(shop)).toEqual({ [shop.here]: [1, undefined] });
  });

  it('transferInventory reports unknown products and locations, and contradictory items', async () => {
    const shop = await newShop();
    await expect(send(shop, [[shop.productId, '1'], ['x', '1']])).rejects.toMatchObject({
      code: 'not_found',
      details: { issues: [{ path: ['items', 1, 'productId'], code: 'product_not_found' }] },
    }); // prettier-ignore
    await expect(
      send({ ...shop, there: shop.context.organizationId }, [[shop.productId, '1']]),
    ).rejects.toMatchObject({
      details: { issues: [{ path: ['toLocationId'], code: 'location_not_found' }] },
    });
    await expect(
      send({ ...shop, there: shop.here }, [[shop.productId, '1']]),
    ).rejects.toMatchObject({ details: { issues: [{ code: 'same_location' }] } });
  });
});

describe('concurrent movements', () => {
  const settled = async (attempts: Promise<unknown>[]) =>
    (await Promise.allSettled(attempts)).map((one) =>
      one.status === 'fulfilled' ? 'done' : (one.reason as { details?: { reason?: string } }).details?.reason,
    ); // prettier-ignore

  it('concurrent stock movements sell the last piece only once', async () => {
    const shop = await newShop();
    await forbidNegative(shop);
    await adjust(shop, { quantity: '1' });
    const sales = Array.from({ length: 6 }, () => adjust(shop, { quantity: '-1' }));
    expect((await settled(sales)).sort()).toEqual([
      'done',
      ...Array<string>(5).fill('out_of_stock'),
    ]);
    expect((await levels(shop))[shop.here]).toEqual([0, undefined]);
  });

  it('concurrent stock movements of one frequently sold product are all recorded', async () => {
    const shop = await newShop();
    const sales = Array.from({ length: 60 }, () => adjust(shop, { quantity: '-1' }));
    const received = Array.from({ length: 5 }, () =>
      adjust(shop, { quantity: '9', unitCost: '2' }),
    );
    expect(new Set(await settled([...sales, ...received]))).toEqual(new Set(['done']));
    expect((await levels(shop))[shop.here]).toEqual([-15, 2]);
    expect(await unbalanced(shop)).toEqual([]);
  });

  it('a stock count and concurrent sales are all recorded', async () => {
    const shop = await newShop();
    await adjust(shop, { quantity: '50' });
    const sales = Array.from({ length: 10 }, () => adjust(shop, { quantity: '-1' }));
    const counts = Array.from({ length: 3 }, () => adjust(shop, { countedQuantity: '100' }));
    await Promise.all([...sales.slice(0, 5), ...counts, ...sales.slice(5)]);
    expect(await unbalanced(shop)).toEqual([]);
    const { data } = await service.page(listInventoryMovements, shop.context, {
      productId: shop.productId,
    });
    expect(data.filter(({ resultingStock }) => resultingStock === 100)).toHaveLength(3);
  });

  it('concurrent stock movements in both directions between two locations never deadlock', async () => {
    const shop = await newShop();
    const products = [shop.productId];
    for (let n = 0; n < 4; n += 1) products.push(await addProduct(service, shop.context));
    const items = products.map((id): [string, string] => [id, '1']);
    const transfers = Array.from({ length: 24 }, (_, n) =>
      send(shop, n % 3 ? items : [...items].reverse(), n % 2 === 1),
    );
    expect(new Set(await settled(transfers))).toEqual(new Set(['done']));
    expect(await levels(shop)).toEqual({
      [shop.here]: [0, undefined],
      [shop.there]: [0, undefined],
    });
    expect(await unbalanced(shop)).toEqual([]);
  });

  it('concurrent stock movements leave no goods at a location that is archived at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shop = await newShop();
      const locationId = shop.there;
      const outcomes = await settled([
        adjust(shop, { quantity: '1' }, { locationId }),
        service.answer(archiveLocation, shop.context, { locationId }),
      ]);
      expect([
        ['done', 'has_stock'],
        ['location_archived', 'done'],
      ]).toContainEqual(outcomes);
    }
  });
});

describe('archiveLocation', () => {
  it('archiveLocation is rejected while the location has stock', async () => {
    const shop = await newShop();
    const archive = () => service.answer(archiveLocation, shop.context, { locationId: shop.there });
    await send(shop, [[shop.productId, '1']]);
    await expect(archive()).rejects.toMatchObject({ details: { reason: 'has_stock' } });
    await send(shop, [[shop.productId, '1']], true);
    expect(await archive()).toMatchObject({ active: false });
  });
});

describe('the lists', () => {
  it('the inventory lists filter by product, location and status, and search products', async () => {
    const shop = await newShop();
    const second = await addProduct(service, shop.context, { description: 'Mesa', sku: 'M-1' });
    await adjust(shop, { quantity: '1' });
    await adjust(shop, { quantity: '-1' });
    await adjust(shop, { quantity: '3', unitCost: '2' }, { productId: second });
    await adjust(shop, { quantity: '4' }, { productId: second, locationId: shop.there });
    const shown = async (request: object) =>
      (await service.page(listInventory, shop.context, request)).data.map(({ stock }) => stock);
    expect(await shown({})).toEqual([4, 3, 0]);
    expect(await shown({ productId: second })).toEqual([4, 3]);
    expect(await shown({ locationId: shop.here })).toEqual([3, 0]);
    expect(await shown({ stockStatus: 'out_of_stock' })).toEqual([0]);
    expect(await shown({ stockStatus: 'available', locationId: shop.here })).toEqual([3]);
    expect(await shown({ page: { query: 'm-1' } })).toEqual([4, 3]);
    expect(await shown({ productId: 'x' })).toEqual([]);
    expect(await service.page(listInventory, shop.context, { page: { limit: 1 } })).toMatchObject({
      data: [{ sku: 'M-1', description: 'Mesa', reserved: 0, available: 4 }],
      pagination: { hasMore: true },
    });
    const moved = async (locationId?: string) =>
      (
        await service.page(listInventoryMovements, shop.context, { productId: second, locationId })
      ).data.map(({ quantity }) => quantity);
    expect(await moved()).toEqual([4, 3]);
    expect(await moved(shop.here)).toEqual([3]);
    await expect(
      service.page(listInventoryMovements, callContext(), { productId: second }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('movement ledger', () => {
  it.each([
    'update inventory_movements set quantity = 0',
    'delete from inventory_movements',
    'truncate inventory_movements',
  ])('the ledger of movements cannot be changed by the application: %s', async (sql) => {
    const shop = await newShop();
    await adjust(shop, { quantity: '1' });
    const attempt = service.asOrganization(shop.context.organizationId, sql);
    await expect(attempt).rejects.toThrow('permission denied');
  });

  it('the movements add up to the stock after any sequence of operations', async () => {
    const quantity = fc.integer({ min: 1, max: 5_000_000 }).map((units) => units / 1_000_000);
    const step = fc.record({
      kind: fc.constantFrom('in', 'out', 'count', 'receive', 'send', 'back'),
      quantity: quantity.map(String),
      cost: quantity.map(String),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const shop = await newShop();
        let [here, there] = [Decimal.zero, Decimal.zero];
        for (const { kind, quantity, cost } of steps) {
          const moved = Decimal.from(quantity);
          if (kind === 'in') await adjust(shop, { quantity });
          if (kind === 'out') await adjust(shop, { quantity: moved.negated().toString() });
          if (kind === 'count') await adjust(shop, { countedQuantity: quantity });
          if (kind === 'receive') await adjust(shop, { quantity, unitCost: cost });
          if (kind === 'send') await send(shop, [[shop.productId, quantity]]);
          if (kind === 'back') await send(shop, [[shop.productId, quantity]], true);
          if (kind === 'in' || kind === 'receive' || kind === 'back') here = here.plus(moved);
          if (kind === 'out' || kind === 'send') here = here.minus(moved);
          if (kind === 'count') here = moved;
          if (kind === 'send') there = there.plus(moved);
          if (kind === 'back') there = there.minus(moved);
        }
        const stocks = await levels(shop);
        expect(stocks[shop.here]?.[0] ?? 0).toBe(here.toNumber());
        expect(stocks[shop.there]?.[0] ?? 0).toBe(there.toNumber());
        expect(await unbalanced(shop)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});

describe('commerce.inventory.changed', () => {
  const announced = ({ context }: Shop) =>
    inventoryEvents(service, context.organizationId, 'changed');

  it('one event commerce.inventory.changed covers all movements of a second, with the stock at the end of the second', async () => {
    const shop = await newShop();
    const { context, productId } = shop;
    service.setClock('2026-11-21T15:00:00.000Z');
    await adjust(shop, { quantity: '10', unitCost: '5' });
    for (let n = 0; n < 5; n += 1) await adjust(shop, { quantity: '-1' });
    expect(await announceInventory(service.runtime, context)).toBe(false);
    service.setClock('2026-11-21T15:00:01.000Z');
    expect(await announceInventory(service.runtime, context)).toBe(true);
    const first = { productId, locationId: shop.here, version: 6, stock: '5', averageCost: '5' };
    expect(await announced(shop)).toEqual([first]);
    expect(await announceInventory(service.runtime, context)).toBe(false);
    await adjust(shop, { quantity: '-1' });
    service.setClock('2026-11-21T15:00:02.000Z');
    await announceInventory(service.runtime, context);
    expect(await announced(shop)).toEqual([first, { ...first, version: 7, stock: '4' }]);
  });
});
