import type { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import fc from 'fast-check';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { archiveLocation } from '../src/operations/archive-location';
import { cancelSalesReceipt } from '../src/operations/cancel-sales-receipt';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { getSalesReceipt } from '../src/operations/get-sales-receipt';
import { listInventory } from '../src/operations/list-inventory';
import { listSalesReceiptRefunds } from '../src/operations/list-sales-receipt-refunds';
import { refundSalesReceipt } from '../src/operations/refund-sales-receipt';
import {
  addContact,
  addLocation,
  addSoldProduct,
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
  await addLocation(service, context);
  locationId = await addLocation(service, context, { postalCode: '22000' });
  productId = await addSoldProduct(service, context);
  const change = { productId, locationId, quantity: '10', reason: 'Compra' };
  await service.answer(adjustInventory, context, change);
});
afterAll(() => service.close());

interface Receipt {
  documentRef: string;
  items: { lineRef: string; refundableQuantity: number; refundableAmount: number }[];
}

const sell = async (items: commerce.SaleItem[], fields: object = {}) =>
  (await service.answer(createSalesReceipt, context, {
    ...saleOf(items, { locationId }),
    ...fields,
  })) as unknown as Receipt;
const shown = async ({ documentRef }: Receipt) =>
  (await service.answer(getSalesReceipt, context, { documentRef })) as unknown as Receipt;
const refund = ({ documentRef }: Receipt, lines: commerce.RefundLine[] = [], fields: object = {}) =>
  service.answer(refundSalesReceipt, context, {
    documentRef,
    lines,
    method: 'cash_back',
    restock: true,
    ...fields,
  });
const cancel = ({ documentRef }: Receipt) =>
  service.answer(cancelSalesReceipt, context, { documentRef, reason: 'Se cobró dos veces' });
const stock = async () =>
  (await service.page(listInventory, context, { productId })).data.map((level) => level.stock);
const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code: string; details: { reason?: string } }) => error.details.reason ?? error.code,
  );
/** Changes the status of a receipt as if a stamped document included it. */
async function become({ documentRef }: Receipt, status: string): Promise<void> {
  const id = documentRef.slice('sales_receipt:'.length);
  await service.rows('update sales_receipts set status = $2 where id = $1', [id, status]);
  await service.rows('delete from receipt_claims where receipt_id = $1', [id]);
  await service.rows(
    `with made as (insert into receipt_documents (id, org_id, version, kind, state, request_key,
         request, cfdi_id, created_at, updated_at)
       select gen_random_uuid(), $1, 1, $3, 'stamped', $2::text, '{}', gen_random_uuid(), now(), now()
       returning id)
     insert into receipt_claims (id, org_id, receipt_id, document_id, slot, state)
     select gen_random_uuid(), $1, $2::uuid, id, 'sale', 'in_force' from made`,
    [context.organizationId, id, status === 'invoiced' ? 'invoice' : 'global'],
  );
}

describe('refundSalesReceipt', () => {
  it('refundSalesReceipt refunds a quantity with its taxes, and returns the goods to stock', async () => {
    service.setClock('2026-11-22T07:00:00.000Z');
    const receipt = await sell([sold(productId, '3', { discount: '48' })]);
    const lineRef = receipt.items[0]!.lineRef;
    expect(await refund(receipt, [{ lineRef, quantity: '1' }], { reason: 'Rota' })).toEqual({
      documentRef: expect.stringMatching(/^sales_receipt_refund:/),
      receiptDocumentRef: receipt.documentRef,
      createdAt: '2026-11-22T07:00:00.000Z',
      businessDate: '2026-11-21',
      total: { amount: 100, currency: 'MXN' },
      lines: [{ lineRef, quantity: 1, amount: 100 }],
      taxes: [{ tax: '002', factorType: 'Tasa', rate: 0.16, base: 86.206897, amount: 13.793103 }],
      method: 'cash_back',
      restocked: true,
      reason: 'Rota',
    });
    expect(await stock()).toEqual([8]);
    expect(await shown(receipt)).toMatchObject({
      refundedTotal: 100,
      items: [{ refundableQuantity: 2, refundableAmount: 200 }],
    });
  });

  it('refundSalesReceipt refunds money without goods, or the whole remaining amount', async () => {
    const receipt = await sell([sold(productId, '2'), sold(productId, '1')]);
    const lineRef = receipt.items[0]!.lineRef;
    expect(await refund(receipt, [{ lineRef, amount: '32.5' }])).toMatchObject({
      restocked: false,
      lines: [{ lineRef, amount: 32.5 }],
    });
    expect(await stock()).toEqual([7]);
    expect(await refund(receipt, [], { restock: false })).toMatchObject({
      total: { amount: 315.5 },
      lines: [
        { quantity: 2, amount: 199.5 },
        { quantity: 1, amount: 116 },
      ],
    });
    expect(await stock()).toEqual([7]);
    expect(await reasonOf(refund(receipt))).toBe('nothing_to_refund');
  });

  it('refundSalesReceipt rejects more than the remaining amount, lists all such lines, and changes nothing', async () => {
    const receipt = await sell([sold(productId, '2'), sold(productId, '1')]);
    const [first, second] = receipt.items.map(({ lineRef }) => lineRef);
    const asked = [
      { lineRef: first!, quantity: '3' },
      { lineRef: second!, amount: '116.01' },
    ];
    await expect(refund(receipt, asked)).rejects.toMatchObject({
      code: 'conflict',
      details: {
        reason: 'exceeds_refundable',
        issues: [{ path: ['lines', 0, 'quantity'] }, { path: ['lines', 1, 'amount'] }],
      },
    });
    await expect(refund(receipt, [{ lineRef: 'x', quantity: '1' }])).rejects.toMatchObject({
      code: 'not_found',
      details: { issues: [{ path: ['lines', 0, 'lineRef'], code: 'line_not_found' }] },
    });
    expect(await shown(receipt)).toEqual(receipt);
  });

  it('refundSalesReceipt refunds a line once for two concurrent requests', async () => {
    const receipt = await sell([sold(productId, '1')]);
    const lineRef = receipt.items[0]!.lineRef;
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => reasonOf(refund(receipt, [{ lineRef, quantity: '1' }]))),
    );
    expect(outcomes.sort()).toEqual(['done', 'exceeds_refundable', 'exceeds_refundable']);
    expect(await stock()).toEqual([10]);
    const { data } = await service.page(listSalesReceiptRefunds, context, {
      documentRef: receipt.documentRef,
    });
    expect(data).toHaveLength(1);
  });

  it('listSalesReceiptRefunds finds words of the reason', async () => {
    const receipt = await sell([sold(productId, '3')]);
    const lines = [{ lineRef: receipt.items[0]!.lineRef, quantity: '1' }];
    await refund(receipt, lines, { reason: 'Se rompió la tapa' });
    await refund(receipt, lines, { reason: 'Se rompió el asa' });
    await refund(receipt, lines);
    const { data } = await service.page(listSalesReceiptRefunds, context, {
      documentRef: receipt.documentRef,
      page: { query: 'ROMPIO asa' },
    });
    expect(data.map(({ reason }) => reason)).toEqual(['Se rompió el asa']);
  });

  it('the refund of an invoiced receipt waits for its credit note', async () => {
    const receipt = await sell([sold(productId, '2')]);
    const lines = [{ lineRef: receipt.items[0]!.lineRef, quantity: '1' }];
    for (const status of ['invoiced', 'global_invoiced']) {
      await become(receipt, status);
      expect(await refund(receipt, lines)).toMatchObject({ creditNoteStatus: 'pending' });
    }
  });

  it('refundSalesReceipt needs no credit note for goods given away, because no money is refunded', async () => {
    const given = sold(productId, '1', { discount: '116' });
    const receipt = await sell([given, sold(productId, '1')]);
    await become(receipt, 'invoiced');
    const [free, paid] = receipt.items.map(({ lineRef }) => [{ lineRef, quantity: '1' }]);
    const back = await refund(receipt, free);
    expect(back).toMatchObject({ total: { amount: 0 } });
    expect(back).not.toHaveProperty('creditNoteStatus');
    expect(await refund(receipt, paid)).toMatchObject({ creditNoteStatus: 'pending' });
  });

  it('refundSalesReceipt lowers the balance of a sale on credit, or gives the customer a credit', async () => {
    const customerId = await addContact(service, context, { creditEnabled: true });
    const receipt = await sell([sold(productId, '2')], {
      saleType: 'credit',
      customerId,
      paymentForm: undefined,
    });
    await refund(receipt, [{ lineRef: receipt.items[0]!.lineRef, quantity: '1' }]);
    expect(await shown(receipt)).toMatchObject({ operationalBalance: 116 });
    const cash = await sell([sold(productId)], { customerId });
    expect(await refund(cash, [], { method: 'credit' })).toMatchObject({ method: 'credit' });
    const unknown = await sell([sold(productId)]);
    expect(await reasonOf(refund(unknown, [], { method: 'credit' }))).toBe('validation_error');
  });

  it('refundSalesReceipt emits the receipt with the refund', async () => {
    const receipt = await sell([sold(productId, '2')]);
    const lineRef = receipt.items[0]!.lineRef;
    await refund(receipt, [{ lineRef, quantity: '1' }]);
    const [event] = await receiptEvents(service, context.organizationId, 'refunded');
    expect(event).toMatchObject({
      version: 2,
      status: 'open',
      total: '232',
      refundedTotal: '116',
      lines: [{ lineRef, refundedQuantity: '1', refundedAmount: '116' }],
      refund: {
        total: '116',
        method: 'cash_back',
        restocked: true,
        lines: [{ lineRef, quantity: '1', amount: '116.00' }],
        taxes: [{ rate: '0.16', base: '100.000000', amount: '16.000000' }],
      },
    });
  });

  it('refundSalesReceipt needs an active location to return goods', async () => {
    const receipt = await sell([sold(productId, '10')]);
    await become(receipt, 'invoiced');
    await service.answer(archiveLocation, context, { locationId });
    const lines = [{ lineRef: receipt.items[0]!.lineRef, quantity: '1' }];
    await expect(refund(receipt, lines)).rejects.toMatchObject({
      details: { reason: 'location_archived', issues: [{ path: ['restock'] }] },
    });
    expect(await refund(receipt, lines, { restock: false })).toMatchObject({ restocked: false });
  });

  it('partial refunds add up to exactly the whole receipt, however they are divided', async () => {
    const item = fc.record({
      quantity: fc.integer({ min: 1, max: 5_000 }).map((units) => `${units / 1_000}`),
      unitPrice: fc.integer({ min: 1, max: 100_000 }).map((cents) => `${cents / 100}`),
    });
    const shares = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1, maxLength: 4 }),
        shares,
        async (items, parts) => {
          const receipt = await sell(
            items.map(({ quantity, ...price }) => sold(productId, quantity, price)),
          );
          const before = await stock();
          let paid = Decimal.zero;
          let back = Decimal.zero;
          const add = async (lines: commerce.RefundLine[]) => {
            const { total } = (await refund(receipt, lines)) as { total: { amount: number } };
            paid = paid.plus(Decimal.from(total.amount));
          };
          for (const part of parts) {
            const lines = (await shown(receipt)).items.flatMap(
              ({ lineRef, refundableQuantity }) => {
                const quantity = Decimal.from(refundableQuantity)
                  .times(Decimal.from(part))
                  .dividedBy(Decimal.from(10), 3, 'down');
                back = back.plus(quantity);
                return quantity.isPositive() ? [{ lineRef, quantity: quantity.toString() }] : [];
              },
            );
            if (lines.length > 0) await add(lines);
          }
          const isLeft = (await shown(receipt)).items.some(
            (line) => line.refundableQuantity > 0 || line.refundableAmount > 0,
          );
          if (isLeft) await add([]);
          const { total } = receipt as unknown as { total: { amount: number } };
          expect(paid.toNumber()).toBe(total.amount);
          const sum = Decimal.sum(items.map(({ quantity }) => Decimal.from(quantity)));
          const expected = Decimal.from(before[0] as number).plus(sum);
          expect(await stock()).toEqual([expected.toNumber()]);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('cancelSalesReceipt', () => {
  it('cancelSalesReceipt returns only the goods that left the stock', async () => {
    const untracked = await addSoldProduct(service, context);
    const receipt = await sell([sold(productId, '3'), sold(untracked)]);
    const start = { productId: untracked, locationId, quantity: '5', reason: 'Compra' };
    await service.answer(adjustInventory, context, start);
    expect(await cancel(receipt)).toMatchObject({
      status: 'canceled',
      cancelReason: 'Se cobró dos veces',
      items: [{ refundableQuantity: 0, refundableAmount: 0 }, {}],
    });
    const levels = (await service.page(listInventory, context, {})).data;
    expect(levels.map((level) => [level.productId === productId, level.stock])).toEqual([
      [false, 5],
      [true, 10],
    ]);
    expect(await receiptEvents(service, context.organizationId, 'canceled')).toMatchObject([
      { version: 2, status: 'canceled', cancelReason: 'Se cobró dos veces', total: '464' },
    ]);
  });

  it('cancelSalesReceipt rejects a receipt that is canceled, refunded or in a CFDI', async () => {
    const receipt = await sell([sold(productId)]);
    await cancel(receipt);
    expect(await reasonOf(cancel(receipt))).toBe('receipt_canceled');
    expect(await reasonOf(refund(receipt))).toBe('receipt_canceled');
    const refunded = await sell([sold(productId, '2')]);
    await refund(refunded, [{ lineRef: refunded.items[0]!.lineRef, quantity: '1' }]);
    expect(await reasonOf(cancel(refunded))).toBe('has_refunds');
    const invoiced = await sell([sold(productId)]);
    await become(invoiced, 'global_invoiced');
    expect(await reasonOf(cancel(invoiced))).toBe('has_fiscal_document');
  });

  it('if cancelSalesReceipt and a refund run concurrently, only one of them succeeds', async () => {
    const receipt = await sell([sold(productId, '2')]);
    const lines = [{ lineRef: receipt.items[0]!.lineRef, quantity: '1' }];
    const outcomes = await Promise.all([
      reasonOf(cancel(receipt)),
      reasonOf(refund(receipt, lines)),
    ]);
    expect([
      ['done', 'receipt_canceled'],
      ['has_refunds', 'done'],
    ]).toContainEqual(outcomes);
    expect(await stock()).toEqual([outcomes[0] === 'done' ? 10 : 9]);
  });
});

describe('archiveLocation', () => {
  it('archiveLocation is rejected while the location has open receipts', async () => {
    const archive = () => reasonOf(service.answer(archiveLocation, context, { locationId }));
    const receipt = await sell([sold(productId, '10')]);
    expect(await archive()).toBe('has_open_receipts');
    await become(receipt, 'invoiced');
    expect(await archive()).toBe('done');
  });
});
