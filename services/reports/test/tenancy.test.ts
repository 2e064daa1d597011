import { fiscalCfdi, satSync } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { shapes } from '../src/domain/shapes';
import { tablesOf } from '../src/store/fact-tables';
import { consumed } from '../src/events/on-announced';
import { exportReport } from '../src/operations/export-report';
import { getCfdiReport } from '../src/operations/get-cfdi-report';
import { getCollectionsReport } from '../src/operations/get-collections-report';
import { getExpensesReport } from '../src/operations/get-expenses-report';
import { getSalesReport } from '../src/operations/get-sales-report';
import { getTaxReport, type TaxProviders } from '../src/operations/get-tax-report';
import {
  cfdiOf, debtOf, expenseOf, foldNow, receiptOf, startReports, ingestCfdi, ingestDebt, ingestExpense, ingestReceipt,
} from './reports'; // prettier-ignore

let service: ServiceRuntime<TaxProviders>;
const owner = callContext();
const other = callContext();

const rfc = 'EKU9003173C9';

const ingest = (context: CallContext, of: keyof typeof consumed, payload: Uint8Array) =>
  createRun(service.runtime, context).step((tx) =>
    consumed[of].handle([{ id: newId(), payload, occurredAt: new Date() } as ReceivedEvent], tx),
  );

/**
 * Ingests all documents twice: once with deltas added to the rollup, and once with deltas that are not
 * added.
 */
async function ingestAll(): Promise<void> {
  await ingestCfdi(service, owner, cfdiOf());
  await ingestReceipt(service, owner, receiptOf());
  await ingestExpense(service, owner, expenseOf());
  await ingestDebt(service, owner, debtOf());
}

beforeAll(async () => {
  service = await startReports({ ownRfc: () => Promise.resolve(undefined) });
  await ingestAll();
  for (const shape of shapes) await foldNow(service, owner, shape);
  await ingestAll();
  const profile = { version: 1, rfc, legalName: 'X', taxSystem: '601', postalCode: '06000' };
  // Both organizations have the same RFC, so only the organization distinguishes their declarations.
  for (const one of [owner, other]) {
    await ingest(one, 'fiscalProfile', fiscalCfdi.FiscalProfile.encode(profile).finish());
  }
  const declaration: satSync.Declaration = {
    declarationId: newId(),
    version: 1,
    rfc,
    operationNumber: '260120000001',
    fiscalYear: 2026,
    period: 1,
    periodicity: 'monthly',
    declarationType: 'Normal',
    filedOn: '2026-02-17',
    total: '10',
    concepts: [],
    payments: [],
    anomalies: [],
  };
  await ingest(owner, 'declaration', satSync.Declaration.encode(declaration).finish());
});
afterAll(() => service.close());

const report = { dateFrom: '2026-01-01', dateTo: '2026-12-31', limit: 50 };

const asked = {
  cfdi: { count: 2, groupBy: 'counterparty', of: 'count' },
  sales: { count: 2, groupBy: 'customer', of: 'receipts' },
  expenses: { count: 2, groupBy: 'category', of: 'count' },
  collections: { count: 2320, groupBy: 'customer', of: 'invoiced' },
};

type Name = keyof typeof asked;

const requestOf = (name: Name) => ({ report: { ...report, groupBy: asked[name].groupBy } });

function answerOf(name: Name, by: CallContext) {
  const operations = {
    cfdi: () => service.answer(getCfdiReport, by, { ...requestOf('cfdi'), kinds: [] }),
    sales: () => service.answer(getSalesReport, by, { ...requestOf('sales'), sellerNames: {} }),
    expenses: () => service.answer(getExpensesReport, by, requestOf('expenses')),
    collections: () => service.answer(getCollectionsReport, by, requestOf('collections')),
  };
  return operations[name]();
}

const names = Object.keys(asked) as Name[];

it.each(names)('the %s report contains no data of another organization', async (name) => {
  const { of, count } = asked[name];
  expect(await answerOf(name, owner)).toMatchObject({ totals: { [of]: count } });
  const { asOf, totals, groups, series } = (await answerOf(name, other)) as {
    asOf: unknown;
    totals: Record<string, unknown>;
    groups: unknown[];
    series: Record<string, unknown>[];
  };
  expect({ asOf, groups, count: totals[of] }).toEqual({ asOf: null, groups: [], count: 0 });
  expect(series.map((one) => one[of])).toEqual(series.map(() => 0));
});

it.each(names)(
  'the file of the %s report contains no data of another organization',
  async (name) => {
    const request = { format: 'csv', [name]: { ...requestOf(name), kinds: [], sellerNames: {} } };
    const rows = async (by: CallContext) => {
      const { content } = await exportReport.run(service.runtime as never, by, request);
      return Buffer.from(content).toString().trim().split('\r\n').length;
    };
    expect(await rows(owner)).toBeGreaterThan(1);
    expect(await rows(other)).toBe(1);
  },
);

it('the tax report contains no data of another organization', async () => {
  const ask = (by: CallContext) => service.answer(getTaxReport, by, { fiscalYear: 2026 });
  expect(await ask(owner)).toMatchObject({ totals: { declaredTaxTotal: 10 } });
  expect(await ask(other)).toMatchObject({ totals: null, periods: [], cfdiContext: null });
});

it('every table hides its rows from other organizations and from sessions without an organization', async () => {
  const tables = [...shapes.flatMap(({ name }) => tablesOf(name)), 'names', 'declarations'];
  for (const table of tables) {
    const sql = `select count(*)::int as count from ${table}`;
    const counts = [owner, other].map(async ({ organizationId }) => {
      const [row] = await service.asOrganization<{ count: number }>(organizationId, sql);
      return row!.count;
    });
    const [own, others] = await Promise.all(counts);
    expect([table, own! > 0, others]).toEqual([table, true, 0]);
    await expect(
      service.asOrganization<{ count: number }>(undefined, sql).then(([row]) => row!.count),
    ).resolves.toBe(0);
  }
});
