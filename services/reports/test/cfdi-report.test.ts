import { newId } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { cfdiShape } from '../src/domain/cfdi-facts';
import { getCfdiReport } from '../src/operations/get-cfdi-report';
import { cfdiOf, foldNow, startReports, ingestCfdi } from './reports';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await startReports();
});
afterAll(() => service.close());

interface Report {
  totals: Record<string, number>;
  series: { periodStart: string; net: number }[];
  groups: object[];
  comparison: object | null;
}

const november = { dateFrom: '2026-11-01', dateTo: '2026-11-30' };

const ask = (context: ReturnType<typeof callContext>, report: object, own: object = {}) =>
  service.answer(getCfdiReport, context, {
    report: { ...november, ...report },
    kinds: [],
    ...own,
  }) as unknown as Promise<Report>;

it('the report of an organization without CFDI has sums of zero in every interval', async () => {
  const report = await ask(callContext(), { interval: 'week' });
  expect(report).toMatchObject({ asOf: null, totals: { count: 0, net: 0 }, groups: [] });
  expect(report.series.map((one) => one.periodStart)).toEqual([
    '2026-11-01', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30',
  ]); // prettier-ignore
});

it('the sums of the report are the same before and after deltas are added to the rollup', async () => {
  const context = callContext();
  await ingestCfdi(service, context, cfdiOf());
  await ingestCfdi(
    service,
    context,
    cfdiOf({
      kind: 'credit_note',
      subtotal: '100',
      total: '116',
      counterpartyRfc: 'CACX7605101P8',
    }),
  );
  const before = await ask(context, { groupBy: 'counterparty' });
  expect(before).toMatchObject({
    totals: { count: 2, total: 1276, creditNotes: 116, net: 1044 },
    groups: [
      { key: 'URE180429TM6', name: 'Robótica', isOther: false, net: 1160, share: 1.1111 },
      { key: 'CACX7605101P8', net: -116, share: -0.1111 },
    ],
  });
  expect(await foldNow(service, context, cfdiShape)).toBe(false);
  expect(await ask(context, { groupBy: 'counterparty' })).toEqual(before);
});

it('a canceled document is removed from the sums of the day of issue', async () => {
  const context = callContext();
  const cfdi = cfdiOf();
  await ingestCfdi(service, context, cfdi);
  await foldNow(service, context, cfdiShape);
  await ingestCfdi(service, context, { ...cfdi, version: 4, status: 'canceled' });
  await ingestCfdi(service, context, cfdi);
  const { totals } = await ask(context, {});
  expect(totals).toMatchObject({
    count: 0,
    total: 0,
    net: 0,
    canceledCount: 1,
    canceledTotal: 1160,
  });
  const { totals: valid } = await ask(context, {}, { status: 'valid' });
  expect(valid).toMatchObject({ canceledCount: 0, canceledTotal: 0 });
});

it('a document in dollars counts in pesos, rounded half up to cents', async () => {
  const context = callContext();
  const usd = { currency: 'USD', exchangeRate: '17.12345', subtotal: '1000', total: '1160' };
  await ingestCfdi(service, context, cfdiOf(usd));
  const { totals } = await ask(context, {});
  expect(totals).toMatchObject({ subtotal: 17123.45, ivaTransferred: 2739.75, total: 19863.2 });
});

it('groups beyond the limit are added up in one additional row', async () => {
  const context = callContext();
  for (const [at, rfc] of ['AAA010101AAA', 'BBB010101AAA', 'CCC010101AAA'].entries()) {
    const total = `${1000 - at}`;
    await ingestCfdi(service, context, cfdiOf({ cfdiId: newId(), counterpartyRfc: rfc, total }));
  }
  const { groups, totals } = await ask(context, { groupBy: 'counterparty', limit: 1 });
  expect(groups).toMatchObject([
    { key: 'AAA010101AAA', isOther: false, net: 1000 },
    { key: null, name: 'Otros', isOther: true, count: 2, net: 1997 },
  ]);
  expect(totals).toMatchObject({ net: 2997 });
});

it('groups with amounts of zero or less are sorted by amount like all groups, and empty groups are left out, with any limit', async () => {
  const context = callContext();
  const moved = cfdiOf({ counterpartyRfc: 'GONE010101AA' });
  const announced = [
    cfdiOf({ counterpartyRfc: 'MOST010101AA', total: '300' }),
    cfdiOf({ counterpartyRfc: 'LESS010101AA', total: '200' }),
    cfdiOf({ counterpartyRfc: 'ZERO010101AA', status: 'canceled', total: '50' }),
    cfdiOf({ counterpartyRfc: 'BACK010101AA', kind: 'credit_note', total: '100' }),
    moved,
  ];
  await ingestCfdi(service, context, announced);
  await foldNow(service, context, cfdiShape);
  const left = { ...moved, version: 4, counterpartyRfc: 'MOST010101AA', total: '1' };
  await ingestCfdi(service, context, left);
  const expected = [
    { key: 'MOST010101AA', count: 2, net: 301, canceledTotal: 0 },
    { key: 'LESS010101AA', count: 1, net: 200, canceledTotal: 0 },
    { key: 'ZERO010101AA', count: 0, net: 0, canceledTotal: 50 },
    { key: 'BACK010101AA', count: 1, net: -100, canceledTotal: 0 },
  ];
  const sumOf = (rest: typeof expected, measure: 'count' | 'net' | 'canceledTotal') =>
    rest.reduce((sum, one) => sum + one[measure], 0);
  for (const limit of [1, 2, 3, 4, 5]) {
    const { groups } = await ask(context, { groupBy: 'counterparty', limit });
    const [first, rest] = [expected.slice(0, limit), expected.slice(limit)];
    const [count, net] = [sumOf(rest, 'count'), sumOf(rest, 'net')];
    const others = { key: null, count, net, canceledTotal: sumOf(rest, 'canceledTotal') };
    expect(groups).toMatchObject(rest.length === 0 ? first : [...first, others]);
    expect(groups).toHaveLength(Math.min(limit + 1, expected.length));
  }
});

it('a document with several product codes counts once, and its rows add up to the document', async () => {
  const context = callContext();
  const taxes = {
    ivaTransferred: '16',
    iepsTransferred: '0',
    ivaWithheld: '0',
    isrWithheld: '0',
  };
  const none = { ...taxes, ivaTransferred: '0' };
  const lines = [
    { productCode: '50161813', taxRate: '0', subtotal: '100.005', discount: '0', taxes: none },
    { productCode: '43211503', taxRate: '0.16', subtotal: '899.99', discount: '0', taxes },
  ];
  const facts = { cfdiUse: 'G03', taxes, lines };
  await ingestCfdi(service, context, cfdiOf({ subtotal: '1000', total: '1016', facts }));
  const { groups } = await ask(context, { groupBy: 'product_code' });
  expect(groups).toMatchObject([
    { key: '43211503', name: 'Computadores notebook', count: 1, subtotal: 899.99, total: 915.99 },
    { key: '50161813', count: 0, subtotal: 100.01, ivaTransferred: 0, total: 100.01 },
  ]);
});

it('payroll and other kinds count only if the request names them', async () => {
  const context = callContext();
  await ingestCfdi(service, context, cfdiOf({ kind: 'payroll', total: '900' }));
  expect(await ask(context, {})).toMatchObject({ totals: { count: 0, total: 0 } });
  const payroll = await ask(context, { groupBy: 'kind' }, { kinds: ['payroll'] });
  expect(payroll).toMatchObject({
    totals: { count: 1, total: 900, net: 0 },
    groups: [{ key: 'payroll', count: 1, total: 900, share: 1 }],
  });
});

it('the report compares a year with the year before', async () => {
  const context = callContext();
  await ingestCfdi(service, context, cfdiOf({ issuedLocalDateTime: '2025-03-31T23:59:59' }));
  await ingestCfdi(service, context, cfdiOf());
  await foldNow(service, context, cfdiShape);
  const year = { dateFrom: '2026-01-01', dateTo: '2026-12-31', compareTo: 'previous_year' };
  const report = await ask(context, { ...year, interval: 'quarter' });
  expect(report.comparison).toMatchObject({
    dateFrom: '2025-01-01',
    dateTo: '2025-12-31',
    totals: { count: 1, net: 1160 },
  });
  expect(report.series.map(({ net }) => net)).toEqual([0, 0, 0, 1160]);
});

it('the report of another organization contains no document of the first organization', async () => {
  await ingestCfdi(service, callContext(), cfdiOf());
  expect(await ask(callContext(), {})).toMatchObject({ totals: { count: 0 } });
});
