import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtInLaw, packDigest, readPack, useLaw, type LawPack } from '@timbre/fiscal';
import { callContext } from '@timbre/testkit';
import { getPayrollRow } from '../src/operations/get-payroll-row';
import { listPayrollRows } from '../src/operations/list-payroll-rows';
import { addEmployee, addRun, calculate, employer, startPayroll, type PayrollRuntime } from './payroll'; // prettier-ignore

let service: PayrollRuntime;
beforeAll(async () => void (service = await startPayroll()));
afterAll(() => service.close());
afterEach(() => useLaw(builtInLaw()));

const data = join(dirname(require.resolve('@timbre/fiscal/package.json')), 'data');

type Json = Record<string, unknown>;

/**
 * Returns the built-in law with the example pack of 2027, or with the same figures moved to another
 * year.
 */
function lawOf2027(prolonged?: Json[]) {
  const example = JSON.parse(readFileSync(join(data, 'examples/law-2027.json'), 'utf8')) as Json;
  const json = prolonged ? { ...example, catalogs: {}, figures: prolonged } : example;
  const fail = (path: string, message: string) => {
    throw new Error(`${path} ${message}`);
  };
  return builtInLaw().with(readPack(json, packDigest(json), fail) as LawPack, fail);
}

/**
 * Returns the tax tables and the subsidy of 2026 for another year, as if the new publication
 * changed no figure.
 */
function sameFigures(others: readonly string[] = []): Json[] {
  const { figures } = JSON.parse(readFileSync(join(data, 'law.json'), 'utf8')) as { figures: (Json & { key: string })[] }; // prettier-ignore
  const example = JSON.parse(readFileSync(join(data, 'examples/law-2027.json'), 'utf8')) as { sources: Json }; // prettier-ignore
  const [source] = Object.keys(example.sources);
  return [...new Set(figures.map(({ key }) => key))]
    .filter((key) => key.startsWith('isr.tariff.') || key === 'isr.subsidy' || others.includes(key))
    .map((key) => ({
      ...figures.findLast((figure) => figure.key === key),
      source,
      validFrom: '2027-01-01',
      validTo: '2027-12-31',
    }));
}

test('receipts whose provisional figure differs from the published figure are returned', async () => {
  const context = callContext();
  await addEmployee(service, context);
  const january = { periodStartedOn: '2027-01-01', periodEndedOn: '2027-01-15', paidOn: '2027-01-15' }; // prettier-ignore
  const settings = { provisionalRules: true };
  const runId = await addRun(service, context, january, { employer: { ...employer, settings } });
  await calculate(service, context, runId);
  const found = async (provisional?: boolean) =>
    (await service.page(listPayrollRows, context, { runId, page: { limit: 50 }, provisional }))
      .data;
  const [row] = await found();
  const { explanation } = await service.answer(getPayrollRow, context, { rowId: row!.rowId as string }); // prettier-ignore
  const { rules } = explanation as { rules: { key: string; provisional?: true }[] };
  expect(rules.filter(({ provisional }) => provisional).map(({ key }) => key)).toContain('isr.tariff.quincenal'); // prettier-ignore

  // The final figure is not published yet, and a receipt without a stamp does not count.
  await service.rows(`update payroll_rows set state = 'stamped' where run_id = $1`, [runId]);
  expect([await found(true), await found(false)]).toEqual([[], [expect.anything()]]);

  useLaw(lawOf2027(sameFigures()));
  expect([await found(true), await found(false)]).toEqual([[], [expect.anything()]]);

  useLaw(lawOf2027());
  expect(await found(true)).toMatchObject([{ rowId: row!.rowId }]);
  expect(await found(false)).toEqual([]);

  await service.rows(`update payroll_rows set state = 'ready' where run_id = $1`, [runId]);
  expect(await found(true)).toEqual([]);
});

test('receipts whose amounts are the same with the published figure are left out', async () => {
  const context = callContext();
  const ordinary = await addEmployee(service, context);
  const minimum = await addEmployee(service, context, {
    dailyWage: '315.04',
    integratedDailySalary: '331.00',
  });
  const january = { periodStartedOn: '2027-01-01', periodEndedOn: '2027-01-15', paidOn: '2027-01-15' }; // prettier-ignore
  const settings = { provisionalRules: true };
  const runId = await addRun(service, context, january, { employer: { ...employer, settings } });
  await calculate(service, context, runId);
  await service.rows(`update payroll_rows set state = 'stamped' where run_id = $1`, [runId]);
  const found = async (provisional: boolean) => {
    const page = await service.page(listPayrollRows, context, { runId, page: { limit: 50 }, provisional }); // prettier-ignore
    return page.data.map(({ employeeId }) => employeeId);
  };

  // The changed figure affects only the amounts of the worker on the minimum wage, who pays no tax and no
  // social security contributions.
  const wages = sameFigures(['minimum_wage.general']).map((figure) =>
    figure['key'] === 'minimum_wage.general' ? { ...figure, value: { daily: '330.00' } } : figure,
  );
  useLaw(lawOf2027(wages));
  expect([await found(true), await found(false)]).toEqual([[minimum], [ordinary]]);
});
