import type { commerce } from '@timbre/contract';
import { type CallContext } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { archiveLocation } from '../src/operations/archive-location';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { getSalesReceipt } from '../src/operations/get-sales-receipt';
import { listInventory } from '../src/operations/list-inventory';
import { listSelfInvoiceLinks } from '../src/operations/list-self-invoice-links';
import { listSalesReceipts } from '../src/operations/list-sales-receipts';
import { putSalesReceiptFields } from '../src/operations/put-sales-receipt-fields';
import {
  addContact,
  addLocation,
  addSoldProduct,
  knowIssuer,
  receiptEvents,
  saleOf,
  sold,
  startCommerce,
} from './commerce';

let service: ServiceRuntime;
let context: CallContext;
let [productId, locationId] = ['', ''];
beforeAll(async () => void (service = await startCommerce()));
beforeEach(async () => {
  context = callContext();
  locationId = await addLocation(service, context, { code: 'ÑU', name: 'Centro' });
  productId = await addSoldProduct(service, context);
  await receive('10');
  // The first receipt of a series runs as a transaction, which also adds the counter.
  await inSteps([sold(productId)]);
});
afterAll(() => service.close());
afterEach(() => jest.restoreAllMocks());

const receive = (quantity: string, id = productId) =>
  service.answer(adjustInventory, context, {
    productId: id,
    locationId,
    quantity,
    reason: 'Compra',
  });

type Fields = Partial<commerce.CreateSalesReceiptRequest>;

/** Makes a sale without an idempotency key, which is a transaction of several statements. */
const inSteps = (items: commerce.SaleItem[], fields: Fields = {}) =>
  service.answer(createSalesReceipt, context, saleOf(items, { locationId, ...fields }));

const keyed = (key?: string) => withKey(context, 'POST /v1/sales-receipts', key);

const sell = (items: commerce.SaleItem[], fields: Fields = {}, by = keyed()) =>
  service.answer(createSalesReceipt, by, saleOf(items, { locationId, ...fields }));

/** Returns the number of transactions that begin during the work. */
async function transactionsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = jest.spyOn(service.runtime.orm.em, 'fork');
  await work();
  const { length } = begun.mock.calls;
  begun.mockRestore();
  return length;
}

const stocks = async (id = productId) =>
  (await service.page(listInventory, context, { productId: id })).data.map(({ stock }) => stock);

/** Returns all rows of a sale, without identifiers and folios. */
async function written({ documentRef, folio }: Record<string, unknown>) {
  const id = (documentRef as string).split(':')[1];
  const events = await receiptEvents(service, context.organizationId, 'created');
  const event = events.find(({ receiptId }) => receiptId === id)!;
  expect(event.folio).toBe(folio);
  const row = async (sql: string) =>
    (await service.rows(sql, [context.organizationId, id])).map((found) =>
      Object.fromEntries(
        Object.entries(found).filter(([name]) => !/^id$|receipt_id|folio|stock$|ref$/.test(name)),
      ),
    );
  const [receipt] = await row('select * from sales_receipts where org_id = $1 and id = $2');
  return {
    receipt: {
      ...receipt,
      search_text: String(receipt!['search_text']).replace(/^nu-\d+/, 'folio'),
    },
    lines: await row(
      'select * from sales_receipt_lines where org_id = $1 and receipt_id = $2 order by position',
    ),
    movements: await row(
      `select * from inventory_movements where org_id = $1 and document_ref = 'sales_receipt:' || $2`,
    ),
    event: {
      ...event,
      receiptId: '',
      folio: '',
      lines: event.lines.map((line) => ({ ...line, lineRef: '' })),
    },
  };
}

describe('usual sales', () => {
  const custom = {
    kind: 'custom',
    description: 'Café "de olla" $1',
    satProductCode: '50201706',
    satUnitCode: 'H87',
    quantity: '1.5',
    unitPrice: '10',
  };

  it('a usual sale with an idempotency key stores the average cost of its goods at the location', async () => {
    await service.answer(adjustInventory, context, {
      productId,
      locationId,
      quantity: '3',
      unitCost: '41.5',
      reason: 'Compra',
    });
    const untracked = await addSoldProduct(service, context);
    const items = [sold(productId), sold(untracked), custom];
    for (const made of [await inSteps(items), await sell(items)]) {
      const { event, lines } = await written(made);
      expect(event.lines.map(({ unitCost }) => unitCost)).toEqual(['41.5', undefined, undefined]);
      expect(lines.map((line) => line['unit_cost'])).toEqual(['41.500000', null, null]);
    }
  });

  it.each([2, 3, 12])(
    'a usual sale with a key writes the same rows as a transaction for %i lines',
    async (count) => {
      const untracked = await addSoldProduct(service, context, { description: 'Servicio' });
      const customerId = await addContact(service, context, { creditEnabled: true });
      const items = [
        ...[sold(productId, '0.5'), custom, sold(untracked)].slice(0, count),
        ...Array.from({ length: Math.max(0, count - 3) }, () => sold(productId, '0.1')),
      ];
      const seller = 'user:019ab000-0000-7000-8000-000000000001';
      const onCredit = { saleType: 'credit', paymentForm: undefined, customerId };
      const fields = { ...onCredit, seller, notes: 'Hoy' };
      const slow = await inSteps(items, fields);
      let made: Record<string, unknown> = {};
      expect(await transactionsOf(async () => void (made = await sell(items, fields)))).toBe(0);
      expect(await written(made)).toEqual(await written(slow));
      expect([slow.folio, made.folio]).toEqual(['ÑU-2', 'ÑU-3']);
      const { documentRef } = made as { documentRef: string };
      expect(await service.answer(getSalesReceipt, context, { documentRef })).toEqual(made);
      const page = { query: 'ñu-3' };
      const { data } = await service.page(listSalesReceipts, context, { page });
      expect(data).toMatchObject([{ documentRef }]);
    },
  );

  it("a usual sale with an idempotency key stores the buyer's link in the same statement", async () => {
    await knowIssuer(service, context);
    const lets = { letsSelfInvoice: true };
    const linksOf = async ({ documentRef }: Record<string, unknown>) => {
      const { data } = await service.page(listSelfInvoiceLinks, context, {
        documentRef: documentRef as string,
      });
      return data.map(({ expiresAt }) => expiresAt);
    };
    const slow = await linksOf(await inSteps([sold(productId)], lets));
    expect(slow).toHaveLength(1);
    let made: Record<string, unknown> = {};
    const selling = async () => void (made = await sell([sold(productId)], lets));
    expect(await transactionsOf(selling)).toBe(0);
    expect(await linksOf(made)).toEqual(slow);
  });

  it('a usual sale with an idempotency key returns the same response for its key, and sells once', async () => {
    const by = keyed();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => sell([sold(productId)], {}, by)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([await stocks(), answers[0]!.folio]).toEqual([[8], 'ÑU-2']);
  });

  it('usual sales with an idempotency key and sales in transactions get consecutive folios and can sell the whole stock', async () => {
    const both = Array.from({ length: 8 }, (_, n) => (n % 2 ? sell : inSteps)([sold(productId)]));
    const folios = (await Promise.all(both)).map(({ folio }) => folio);
    expect(folios.sort()).toEqual(Array.from({ length: 8 }, (_, n) => `ÑU-${n + 2}`));
    expect(await stocks()).toEqual([1]);
  });

  it('concurrent sales at several tills succeed as often as there are pieces left', async () => {
    const settings = { fields: [], allowNegativeStock: false };
    await service.answer(putSalesReceiptFields, context, settings as never);
    const tills = Array.from({ length: 12 }, () => sell([sold(productId)]));
    const outcomes = (await Promise.allSettled(tills)).map(({ status }) => status);
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(9);
    expect(await stocks()).toEqual([0]);
  });
});

describe('unusual sales', () => {
  it('a sale for which one statement is not enough may exceed the stock if stock may be negative', async () => {
    await sell([sold(productId, '20')]);
    expect(await stocks()).toEqual([-11]);
  });

  it('a sale for which one statement is not enough adds the stock level of a product at another location', async () => {
    const other = await addLocation(service, context, { code: 'B', name: 'Norte' });
    await sell([sold(productId)], { locationId: other });
    expect((await stocks()).toSorted()).toEqual([-1, 9]);
  });

  it('a sale is rejected at an archived location, also when it is repeated', async () => {
    const other = await addLocation(service, context, { code: 'B', name: 'Norte' });
    await service.answer(archiveLocation, context, { locationId: other });
    const by = keyed();
    for (const attempt of [1, 2]) {
      expect([
        attempt,
        await refusalOf(sell([sold(productId)], { locationId: other }, by)),
      ]).toEqual([attempt, 'location_archived']);
    }
  });
});

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { details: { reason?: string } }) => error.details.reason,
  );
