import fc from 'fast-check';
import { createRun } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { salesShape } from '../src/domain/sales-facts';
import { getSalesReport } from '../src/operations/get-sales-report';
import { compareFacts } from '../src/workflows/compare-facts';
import { foldNow, receiptOf, startReports, ingestReceipt } from './reports';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await startReports();
});
afterAll(() => service.close());

const till = 'credential:019ab000-0000-7000-8000-000000000001';
const ana = 'user:019ab000-0000-7000-8000-000000000002';

interface Report {
  totals: Record<string, number | null>;
  groups: ({ key: string } & Record<string, unknown>)[];
}

const ask = (context: ReturnType<typeof callContext>, report: object = {}, own: object = {}) =>
  service.answer(getSalesReport, context, {
    report: { dateFrom: '2026-11-01', dateTo: '2026-11-30', ...report },
    sellerNames: {},
    ...own,
  }) as unknown as Promise<Report>;

/** Returns the receipt after a refund of one of its lamps. */
function refunded(receipt: ReturnType<typeof receiptOf>) {
  const [chair, lamp] = receipt.lines;
  const back = { ...lamp!, refundedQuantity: '1', refundedAmount: '116', leftTax: '16' };
  return { ...receipt, version: 2, refundedTotal: '116', lines: [chair!, back] };
}

it('a receipt counts once, together with its lines', async () => {
  const context = callContext();
  await ingestReceipt(service, context, receiptOf());
  const { totals, groups } = await ask(context, { groupBy: 'product' });
  expect(totals).toEqual({
    receipts: 1,
    units: 3,
    gross: 1232,
    discount: 72,
    refunds: 0,
    net: 1160,
    tax: 160,
    averageTicket: 1160,
    invoicedShare: 0,
    cost: null,
    margin: null,
  });
  expect(groups).toMatchObject([
    { key: 'chair', name: 'Silla', receipts: 1, units: 1, gross: 1000, net: 928, share: 0.8 },
    { key: 'lamp', name: 'Lámpara', receipts: 0, units: 2, gross: 232, net: 232, share: 0.2 },
  ]);
});

it("a refund lowers the sums of the sale's day, for any order and repetition of events", async () => {
  const context = callContext();
  const receipt = receiptOf();
  await ingestReceipt(service, context, refunded(receipt));
  await foldNow(service, context, salesShape);
  for (const one of [receipt, refunded(receipt)]) await ingestReceipt(service, context, one);
  const { totals, groups } = await ask(context, { groupBy: 'product' });
  expect(totals).toMatchObject({ receipts: 1, units: 2, refunds: 116, net: 1044, tax: 144 });
  expect(groups[1]).toMatchObject({ key: 'lamp', units: 1, refunds: 116, net: 116 });
});

it('a group of sales has a cost only if the cost of all its units is known', async () => {
  const context = callContext();
  const costed = (receipt: ReturnType<typeof receiptOf>) => {
    const lines = receipt.lines.map((line) => ({ ...line, unitCost: '33.333333' }));
    return { ...receipt, lines };
  };
  const receipt = costed(receiptOf());
  const none = { cost: 0, margin: 0 };
  expect((await ask(context)).totals).toMatchObject(none);
  await ingestReceipt(service, context, receipt);
  // The receipt sells a chair and two lamps, for 33.33 and 66.67 of the 1,160 pesos with 160 pesos of
  // IVA.
  const asked = { groupBy: 'product', interval: 'day' };
  const { totals, groups } = await ask(context, asked);
  expect(totals).toMatchObject({ cost: 100, margin: 900 });
  expect(groups).toMatchObject([
    { key: 'chair', cost: 33.33, margin: 766.67 },
    { key: 'lamp', cost: 66.67, margin: 133.33 },
  ]);
  await ingestReceipt(service, context, costed(refunded(receipt)));
  expect((await ask(context)).totals).toMatchObject({ units: 2, cost: 66.66, margin: 833.34 });
  const [chair] = receiptOf().lines;
  const uncosted = receiptOf({ businessDate: '2026-11-11', total: '928', lines: [chair!] });
  await ingestReceipt(service, context, uncosted);
  await foldNow(service, context, salesShape);
  const report = await ask(context, asked);
  expect(report.totals).toMatchObject({ units: 3, cost: null, margin: null });
  expect(report.groups).toMatchObject([
    { key: 'chair', cost: null, margin: null },
    { key: 'lamp', cost: 33.33 },
  ]);
  const days = (report as unknown as { series: { cost: number }[] }).series.slice(8, 12);
  expect(days.map(({ cost }) => cost)).toEqual([0, 66.66, null, 0]);
});

it('a canceled receipt is shown only if the request asks for canceled receipts', async () => {
  const context = callContext();
  const receipt = receiptOf();
  await ingestReceipt(service, context, receipt);
  await foldNow(service, context, salesShape);
  await ingestReceipt(service, context, { ...receipt, version: 2, status: 'canceled' });
  const none = { receipts: 0, net: 0, averageTicket: null, invoicedShare: null };
  expect((await ask(context)).totals).toMatchObject(none);
  const canceled = await ask(context, {}, { status: 'canceled' });
  expect(canceled.totals).toMatchObject({ receipts: 1, net: 1160 });
});

it('the amount of each form of payment is the amount that was paid in this form', async () => {
  const context = callContext();
  const payments = [
    { paymentForm: '01', amount: '1000' },
    { paymentForm: '04', amount: '160' },
  ];
  await ingestReceipt(service, context, receiptOf({ payments }));
  const { groups } = await ask(context, { groupBy: 'payment_form' });
  expect(groups).toMatchObject([
    { key: '01', name: 'Efectivo', receipts: 1, net: 1000 },
    { key: '04', name: 'Tarjeta de crédito', receipts: 0, net: 160 },
  ]);
  expect((await ask(context, { groupBy: 'product' })).groups).toMatchObject([
    { key: 'chair', net: 928 },
    { key: 'lamp', net: 232 },
  ]);
});

it('the sales report groups by location, kind, hour and customer, and filters by location and kind', async () => {
  const context = callContext();
  await ingestReceipt(service, context, receiptOf());
  const onCredit = { saleType: 'credit', payments: [], paymentForm: undefined, status: 'invoiced' };
  const { lines: [chair] } = receiptOf(); // prettier-ignore
  await ingestReceipt(
    service,
    context,
    receiptOf({
      ...onCredit,
      total: '928',
      lines: [chair!],
      locationId: 'norte',
      locationName: 'Norte',
      customerId: 'ana',
      customerName: 'Ana',
      createdAt: '2026-11-12T00:00:00.000Z',
    }),
  );
  const keys = async (groupBy: string) =>
    (await ask(context, { groupBy })).groups.map(({ key, name, net }) => [key, name, net]);
  expect(await keys('location')).toEqual([
    ['centro', 'Centro', 1160],
    ['norte', 'Norte', 928],
  ]);
  expect(await keys('sale_type')).toEqual([
    ['paid', 'Contado', 1160],
    ['credit', 'Crédito', 928],
  ]);
  expect(await keys('hour')).toEqual([
    ['08', '08:00', 1160],
    ['none', 'Sin hora', 928],
  ]);
  expect(await keys('customer')).toEqual([
    ['none', 'Público en general', 1160],
    ['ana', 'Ana', 928],
  ]);
  expect(await keys('payment_form')).toEqual([
    ['01', 'Efectivo', 1160],
    ['none', 'Sin pago', 928],
  ]);
  expect((await ask(context)).totals).toMatchObject({ averageTicket: 1044, invoicedShare: 0.4444 });
  for (const own of [{ locationId: 'norte' }, { saleType: 'credit' }, { status: 'invoiced' }]) {
    expect((await ask(context, {}, own)).totals).toMatchObject({ receipts: 1, net: 928 });
  }
});

it('the sales report groups by seller, and a refund is counted for the seller of its receipt', async () => {
  const context = callContext();
  const sellers = [till, ana, undefined, ana];
  const receipts = sellers.map((seller) => receiptOf({ seller }));
  for (const receipt of receipts) await ingestReceipt(service, context, receipt);
  await foldNow(service, context, salesShape);
  await ingestReceipt(service, context, refunded(receipts[1]!));
  const asked = { groupBy: 'seller' };
  const { totals, groups } = await ask(context, asked, { sellerNames: { [till]: 'Caja 1' } });
  expect(groups.map(({ key, name, receipts: count, net }) => [key, name, count, net])).toEqual([
    [ana, ana, 2, 2204],
    [till, 'Caja 1', 1, 1160],
    ['none', 'Sin vendedor', 1, 1160],
  ]);
  expect(totals).toMatchObject({ receipts: 4, net: 4524, refunds: 116 });
  const [first, ...rest] = (await ask(context, { ...asked, limit: 1 })).groups;
  expect(first).toMatchObject({ key: ana, isOther: false });
  expect(rest).toMatchObject([{ key: null, isOther: true, net: 2320 }]);
  const run = createRun(service.runtime, context);
  expect(await compareFacts(run, [salesShape])).toEqual([]);
});

it('the sums of the report equal the facts after any history of events', async () => {
  const receipt = receiptOf({ seller: till });
  const versions = [
    receipt,
    refunded(receipt),
    { ...refunded(receipt), version: 3, status: 'invoiced' },
    { ...refunded(receipt), version: 4, businessDate: '2026-10-31' },
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...versions, ...versions], { minLength: 1 }),
      fc.integer({ min: 1, max: 3 }),
      async (announced, foldEvery) => {
        const context = callContext();
        for (const [at, one] of announced.entries()) {
          await ingestReceipt(service, context, one);
          if (at % foldEvery === 0) await foldNow(service, context, salesShape);
        }
        const latest = Math.max(...announced.map(({ version }) => version));
        const straight = callContext();
        await ingestReceipt(service, straight, versions[latest - 1]!);
        for (const groupBy of ['product', 'seller']) {
          const range = { dateFrom: '2026-10-01', groupBy };
          expect(await ask(context, range)).toEqual(await ask(straight, range));
        }
        const run = createRun(service.runtime, context);
        expect(await compareFacts(run, [salesShape])).toEqual([]);
      },
    ),
    { numRuns: 8 },
  );
});
