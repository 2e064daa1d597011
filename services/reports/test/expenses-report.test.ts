import fc from 'fast-check';
import type { commerce } from '@timbre/contract';
import { createRun, newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { expenseShape } from '../src/domain/expense-facts';
import { getExpensesReport } from '../src/operations/get-expenses-report';
import { compareFacts } from '../src/workflows/compare-facts';
import { expenseOf, foldNow, startReports, ingestExpense } from './reports';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await startReports();
});
afterAll(() => service.close());

interface Report {
  totals: Record<string, number>;
  series: Record<string, number>[];
  groups: ({ key: string } & Record<string, number>)[];
  comparison: unknown;
}

const ask = (context: CallContext, report: object = {}, own: object = {}) =>
  service.answer(getExpensesReport, context, {
    report: { dateFrom: '2026-11-01', dateTo: '2026-11-30', ...report },
    ...own,
  }) as unknown as Promise<Report>;

const settlement = (amount: string, paymentForm = '03') => ({
  settlementId: newId(),
  amount,
  paidOn: '2026-11-12',
  paymentForm,
});

/**
 * Returns an expense of 580 pesos on credit, of which 300 pesos were paid by a settlement and a
 * payment.
 */
const onCredit = (changes: Partial<commerce.Expense> = {}) =>
  expenseOf(
    { settledAmount: '200', settlements: [settlement('200')], paidAmount: '100', ...changes },
    {
      settlementMode: 'credit',
      paymentForm: '99',
      supplierId: 'school',
      supplierName: 'Escuela',
      locationId: 'centro',
    },
  );

it('an expense counts on its business day, with its paid and open amounts and its CFDI', async () => {
  const context = callContext();
  await ingestExpense(service, context, expenseOf());
  await ingestExpense(service, context, onCredit({ cfdiId: newId() }));
  await ingestExpense(service, context, expenseOf({ cfdiId: newId(), cfdiCanceled: true }));
  const { totals, series, comparison } = await ask(context, {
    interval: 'week',
    compareTo: 'previous_year',
  });
  const nothing = { count: 0, total: 0, paid: 0, unpaid: 0 };
  expect(totals).toEqual({
    count: 3,
    total: 1740,
    paid: 1460,
    unpaid: 280,
    withCfdi: 580,
    withoutCfdi: 580,
    canceledCfdi: 580,
  });
  expect(series.map(({ periodStart, count, total }) => [periodStart, count, total])).toEqual([
    ['2026-11-01', 0, 0],
    ['2026-11-02', 0, 0],
    ['2026-11-09', 3, 1740],
    ['2026-11-16', 0, 0],
    ['2026-11-23', 0, 0],
    ['2026-11-30', 0, 0],
  ]);
  expect(comparison).toMatchObject({ dateFrom: '2025-11-01', totals: nothing });
});

it('the expenses report groups by category, supplier, location, form of payment, settlement and support', async () => {
  const context = callContext();
  await ingestExpense(service, context, expenseOf());
  await ingestExpense(service, context, onCredit({ cfdiId: newId() }));
  await ingestExpense(service, context, expenseOf({}, { supplierName: ' ESCUÉLA ', total: '20' }));
  const keys = async (groupBy: string) =>
    (await ask(context, { groupBy })).groups.map(({ key, name, count, total }) => [
      key,
      name,
      count,
      total,
    ]);
  expect(await keys('category')).toEqual([['paper', 'Papelería', 3, 1180]]);
  expect(await keys('supplier')).toEqual([
    ['none', 'Sin proveedor', 1, 580],
    ['school', 'Escuela', 1, 580],
    ['escuela', 'ESCUÉLA', 1, 20],
  ]);
  expect(await keys('location')).toEqual([
    ['none', 'Sin sucursal', 2, 600],
    ['centro', 'centro', 1, 580],
  ]);
  expect(await keys('payment_form')).toEqual([
    ['01', 'Efectivo', 2, 600],
    ['99', 'Por definir', 1, 380],
    ['03', 'Transferencia electrónica de fondos', 0, 200],
  ]);
  expect(await keys('settlement')).toEqual([
    ['settled', 'Pagado', 2, 600],
    ['partially_settled', 'Pagado en parte', 1, 580],
  ]);
  expect(await keys('support')).toEqual([
    ['without_cfdi', 'Sin CFDI', 2, 600],
    ['with_cfdi', 'Con CFDI', 1, 580],
  ]);
});

it('the expenses report filters by category and supplier, and adds up the remaining groups in one row', async () => {
  const context = callContext();
  await ingestExpense(service, context, onCredit());
  for (const [at, categoryId] of ['a', 'b', 'c'].entries()) {
    await ingestExpense(service, context, expenseOf({}, { categoryId, total: `${10 + at}` }));
  }
  const ofSchool = await ask(context, { groupBy: 'settlement' }, { supplierId: 'school' });
  expect(ofSchool).toMatchObject({ totals: { count: 1, total: 580 }, groups: [{ total: 580 }] });
  const ofA = await ask(context, {}, { categoryId: 'a' });
  expect(ofA.totals).toMatchObject({ count: 1, total: 10 });
  const { groups } = await ask(context, { groupBy: 'category', limit: 2 });
  expect(groups).toMatchObject([
    { key: 'paper', isOther: false, total: 580 },
    { key: 'c', isOther: false, total: 12 },
    { key: null, name: 'Otros', isOther: true, count: 2, total: 21 },
  ]);
});

it('a deleted expense is not counted in the report', async () => {
  const context = callContext();
  const expense = expenseOf();
  await ingestExpense(service, context, expense);
  await foldNow(service, context, expenseShape);
  await ingestExpense(service, context, { ...expense, version: 2, deleted: true });
  await ingestExpense(service, context, expense);
  expect(await ask(context, { groupBy: 'category' })).toMatchObject({
    totals: { count: 0, total: 0 },
    groups: [],
  });
});

const version = fc.record({
  isDeleted: fc.boolean(),
  day: fc.constantFrom('2026-10-31', '2026-11-10', '2026-11-11'),
  total: fc.integer({ min: 1_000, max: 9_999 }),
  settled: fc.integer({ min: 0, max: 999 }),
  cfdiCanceled: fc.boolean(),
  supplierId: fc.constantFrom('school', 'shop', undefined),
});

const versions = fc.array(version, { minLength: 1, maxLength: 4 }).map((states) => {
  const expenseId = newId();
  return states.map((state, at) => {
    const settlements = state.settled === 0 ? [] : [settlement(`${state.settled}.01`)];
    const { isDeleted: deleted, cfdiCanceled, day: businessDate, supplierId } = state;
    return expenseOf(
      {
        expenseId,
        version: at + 1,
        deleted,
        cfdiCanceled,
        cfdiId: newId(),
        settlements,
        settledAmount: settlements[0]?.amount ?? '0',
      },
      { settlementMode: 'credit', total: `${state.total}.50`, businessDate, supplierId },
    );
  });
});

const history = fc.array(versions, { minLength: 1, maxLength: 3 }).chain((expenses) =>
  fc.record({
    latest: fc.constant(expenses.map((all) => all.at(-1)!)),
    announced: fc.shuffledSubarray([...expenses.flat(), ...expenses.flat()]),
    foldEvery: fc.integer({ min: 1, max: 4 }),
  }),
);

const cents = (amount = '0') => Math.round(Number(amount) * 100);

/** Recalculates the totals of the report in cents. */
function recount(expenses: commerce.Expense[]) {
  const kept = expenses.filter(({ deleted }) => !deleted);
  const sum = (pick: (one: commerce.Expense) => number) =>
    kept.reduce((whole, one) => whole + pick(one), 0);
  const total = (one: commerce.Expense) => cents(one.fields?.total);
  return {
    count: kept.length * 100,
    total: sum(total),
    paid: sum(({ settledAmount }) => cents(settledAmount)),
    unpaid: sum((one) => total(one) - cents(one.settledAmount)),
    withCfdi: sum((one) => (one.cfdiCanceled ? 0 : total(one))),
    withoutCfdi: 0,
    canceledCfdi: sum((one) => (one.cfdiCanceled ? total(one) : 0)),
  };
}

it('totals, series and groups equal a recalculation after any history of events', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ latest, announced, foldEvery }) => {
      const context = callContext();
      for (const [at, one] of [...announced, ...latest].entries()) {
        await ingestExpense(service, context, one);
        if (at % foldEvery === 0) await foldNow(service, context, expenseShape);
      }
      const wanted = recount(latest);
      const inCents = (rows: Record<string, unknown>[]) =>
        Object.fromEntries(
          Object.keys(wanted).map((name) => [
            name,
            rows.reduce((whole, row) => whole + cents(String(row[name])), 0),
          ]),
        );
      for (const groupBy of ['supplier', 'payment_form', 'support']) {
        const range = { dateFrom: '2026-10-01', interval: 'day', groupBy, limit: 1 };
        const { totals, series, groups } = await ask(context, range);
        expect([inCents([totals]), inCents(series), inCents(groups)]).toEqual([
          wanted,
          wanted,
          wanted,
        ]);
      }
      const run = createRun(service.runtime, context);
      expect(await compareFacts(run, [expenseShape])).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
