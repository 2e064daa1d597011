import fc from 'fast-check';
import type { accounts } from '@timbre/contract';
import { addDays, daysBetween } from '@timbre/fiscal';
import { createRun, newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { collectionShape } from '../src/domain/collection-facts';
import { getCollectionsReport } from '../src/operations/get-collections-report';
import { compareFacts } from '../src/workflows/compare-facts';
import { debtOf, foldNow, startReports, ingestDebt } from './reports';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await startReports();
});
afterAll(() => service.close());

type Measures = Record<string, number> & { aging: Record<string, number> };

interface Report {
  outstandingOn: string;
  totals: Measures;
  series: (Measures & { periodStart: string })[];
  groups: (Measures & { key: string | null; name: string })[];
  comparison: { totals: Measures };
}

const ask = (context: CallContext, report: object = {}, own: object = {}) =>
  service.answer(getCollectionsReport, context, {
    report: { dateFrom: '2026-09-01', dateTo: '2026-11-30', ...report },
    ...own,
  }) as unknown as Promise<Report>;

const paid = (occurredOn: string, amount: string, kind = 'payment') => ({
  kind,
  occurredOn,
  amount,
});

/** Returns a debt of 1,200 pesos in three installments, with 500 pesos paid and 100 pesos credited. */
const planned = (changes: Partial<accounts.DocumentBalance> = {}) =>
  debtOf({
    owed: '1200',
    parts: ['2026-09-30', '2026-10-30', '2026-11-30'].map((dueOn) => ({
      dueOn,
      amount: '400',
      dated: true,
    })),
    reductions: [paid('2026-10-02', '500'), paid('2026-10-05', '100', 'credit_note')],
    ...changes,
  });

const none = { current: 0, days1To30: 0, days31To60: 0, days61To90: 0, over90: 0 };

it('the report contains sales on credit, their payments and the outstanding balance of today', async () => {
  const context = callContext();
  await ingestDebt(service, context, planned());
  const { totals, series, outstandingOn, comparison } = await ask(context, {
    compareTo: 'previous_period',
  });
  // The clock of the test shows November 21.
  expect(outstandingOn).toBe('2026-11-21');
  expect(totals).toEqual({
    invoiced: 1200,
    credited: 100,
    collected: 500,
    outstanding: 600,
    overdue: 200,
    aging: { ...none, current: 400, days1To30: 200 },
    // The days sales outstanding are calculated from an outstanding 600 of 1,200 pesos in the 82 days
    // until today.
    daysSalesOutstanding: 41,
    expected: 1100,
    collectedOfExpected: 500,
  });
  expect(series).toMatchObject([
    { periodStart: '2026-09-01', invoiced: 1200, collected: 0, outstanding: 1200, overdue: 0 },
    { periodStart: '2026-10-01', collected: 500, credited: 100, outstanding: 600, overdue: 200 },
    { periodStart: '2026-11-01', invoiced: 0, expected: 400, outstanding: 600, overdue: 200 },
  ]);
  expect(series.map(({ daysSalesOutstanding }) => daysSalesOutstanding)).toEqual([30, null, null]);
  expect(comparison).toMatchObject({ totals: { invoiced: 0, outstanding: 0 } });
});

it('the balance of a past day ignores later payments, and the balance of a future day shows the debts that are overdue on that day', async () => {
  const context = callContext();
  await ingestDebt(service, context, planned());
  const on = async (asOf: string) => (await ask(context, {}, { asOf })).totals;
  expect(await on('2026-09-09')).toMatchObject({ outstanding: 0, invoiced: 1200 });
  expect(await on('2026-10-01')).toMatchObject({
    outstanding: 1200,
    overdue: 400,
    aging: { ...none, current: 800, days1To30: 400 },
  });
  expect(await on('2026-12-30')).toMatchObject({
    outstanding: 600,
    overdue: 600,
    aging: { ...none, days1To30: 400, days61To90: 200 },
  });
  expect(await on('2027-06-01')).toMatchObject({ aging: { ...none, over90: 600 } });
});

it('the report groups by customer, age and interval, and adds up the remaining groups in one row', async () => {
  const context = callContext();
  await ingestDebt(service, context, planned());
  await ingestDebt(service, context, debtOf({ contact: 'eva', name: 'Eva', owed: '90' }));
  await ingestDebt(
    service,
    context,
    debtOf({ contact: 'XAXX010101000', name: undefined, owed: '9' }),
  );
  const { groups } = await ask(context, { groupBy: 'customer', limit: 1 });
  expect(groups).toMatchObject([
    { key: 'ana', name: 'Ana', outstanding: 600, collected: 500, share: 0.8584 },
    { key: null, isOther: true, outstanding: 99, overdue: 99, invoiced: 99, share: 0.1416 },
  ]);
  const ages = await ask(context, { groupBy: 'aging' });
  expect(ages.groups).toMatchObject([
    { key: 'current', name: 'Por vencer', outstanding: 400, overdue: 0, collected: null },
    { key: 'days1To30', name: '1 a 30 días', outstanding: 200, overdue: 200, invoiced: null },
    { key: 'days31To60', outstanding: 99, aging: { ...none, days31To60: 99 } },
  ]);
  const months = await ask(context, { groupBy: 'interval', limit: 1 });
  expect(months.groups).toMatchObject([
    { key: '2026-10-01', collected: 500, outstanding: 699, share: 1 },
    { key: null, isOther: true, invoiced: 1299, collected: 0, outstanding: null, share: 0 },
  ]);
  const { totals } = await ask(context, {}, { customerId: 'eva' });
  expect(totals).toMatchObject({ invoiced: 90, outstanding: 90, expected: 90 });
});

it('groups by age are sorted by age, regardless of their amounts', async () => {
  const context = callContext();
  await ingestDebt(service, context, debtOf());
  const parts = [{ dueOn: '2026-12-10', amount: '10', dated: true }];
  await ingestDebt(service, context, debtOf({ owed: '10', parts }));
  const keysOf = async (report: object) =>
    (await ask(context, { groupBy: 'aging', ...report })).groups.map((one) => [
      one.key,
      one['outstanding'],
    ]);
  expect(await keysOf({})).toEqual([
    ['current', 10],
    ['days31To60', 1160],
  ]);
  expect(await keysOf({ limit: 1 })).toEqual([
    ['current', 10],
    [null, 1160],
  ]);
});

it('a document without a due date is overdue after the day of the document and is never counted as expected', async () => {
  const context = callContext();
  const parts = [{ dueOn: '2026-09-10', amount: '1160', dated: false }];
  await ingestDebt(service, context, debtOf({ parts }));
  expect((await ask(context, {}, { asOf: '2026-09-11' })).totals).toMatchObject({
    expected: 0,
    outstanding: 1160,
    overdue: 1160,
  });
});

it('payments before the payment plan are not counted in the collection calendar', async () => {
  const context = callContext();
  const parts = [{ dueOn: '2026-10-10', amount: '1000', dated: true }];
  await ingestDebt(service, context, debtOf({ parts, reductions: [paid('2026-09-12', '160')] }));
  expect((await ask(context)).totals).toMatchObject({
    invoiced: 1160,
    collected: 160,
    outstanding: 1000,
    expected: 1000,
    collectedOfExpected: 0,
  });
});

it('amounts in another currency are converted at the exchange rate of their document', async () => {
  const context = callContext();
  const debt = { currency: 'USD', exchangeRate: '17.1234', owed: '100' };
  const parts = [1, 2, 3].map((month) => ({
    dueOn: `2026-1${month - 1}-10`,
    amount: month === 3 ? '33.34' : '33.33',
    dated: true,
  }));
  await ingestDebt(
    service,
    context,
    debtOf({ ...debt, parts, reductions: [paid('2026-10-01', '50')] }),
  );
  const { totals } = await ask(context);
  expect(totals).toMatchObject({ invoiced: 1712.34, collected: 856.17, outstanding: 856.17 });
});

it('canceled documents and sales paid at once are not counted, and an event of an old version without days is ignored', async () => {
  const context = callContext();
  const debt = planned();
  await ingestDebt(service, context, debt);
  await foldNow(service, context, collectionShape);
  await ingestDebt(service, context, { ...debt, version: 2, owed: '0', parts: [], reductions: [] });
  await ingestDebt(service, context, debt);
  await ingestDebt(service, context, debtOf({ occurredOn: undefined }));
  expect((await ask(context)).totals).toMatchObject({
    invoiced: 0,
    outstanding: 0,
    expected: 0,
    daysSalesOutstanding: null,
  });
});

const days = ['2026-08-31', '2026-09-10', '2026-09-30', '2026-10-15', '2026-12-01'];
const day = fc.constantFrom(...days);

const state = fc.record({
  contact: fc.constantFrom('ana', 'eva'),
  occurredOn: day,
  due: fc.array(fc.tuple(day, fc.integer({ min: 1, max: 500 })), { minLength: 1, maxLength: 3 }),
  reduced: fc.array(fc.tuple(day, fc.integer({ min: 1, max: 400 }), fc.boolean()), {
    maxLength: 3,
  }),
  isCanceled: fc.boolean(),
});

const byDay = (one: { dueOn?: string; occurredOn?: string }, other: typeof one) => {
  const [a, b] = [one, other].map((row) => row.dueOn ?? row.occurredOn ?? '');
  return a! < b! ? -1 : 1;
};

const versions = fc.array(state, { minLength: 1, maxLength: 3 }).map((states) => {
  const documentRef = `cfdi:${newId()}`;
  return states.map(({ contact, occurredOn, due, reduced, isCanceled }, at) => {
    const parts = due
      .map(([dueOn, cents]) => ({ dueOn, amount: (cents / 100).toFixed(2), dated: true }))
      .toSorted(byDay);
    const owed = due.reduce((sum, [, cents]) => sum + cents, 0);
    let left = owed;
    const reductions = reduced
      .map(([on, cents, isCredit]) => ({ on, cents, kind: isCredit ? 'credit_note' : 'payment' }))
      .toSorted((one, other) => (one.on < other.on ? -1 : 1))
      .flatMap(({ on, cents, kind }) => {
        const amount = Math.min(cents, left);
        left -= amount;
        return amount === 0 ? [] : [paid(on, (amount / 100).toFixed(2), kind)];
      });
    const shown = isCanceled
      ? { owed: '0', parts: [], reductions: [] }
      : { owed: (owed / 100).toFixed(2), parts, reductions };
    return debtOf({ documentRef, version: at + 1, contact, occurredOn, ...shown });
  });
});

const history = fc.array(versions, { minLength: 1, maxLength: 3 }).chain((debts) =>
  fc.record({
    latest: fc.constant(debts.map((all) => all.at(-1)!)),
    announced: fc.shuffledSubarray([...debts.flat(), ...debts.flat()]),
    foldEvery: fc.integer({ min: 1, max: 4 }),
    asOf: day,
  }),
);

const cents = (amount: string | number | undefined) => Math.round(Number(amount ?? 0) * 100);
const sum = (amounts: number[]) => amounts.reduce((whole, one) => whole + one, 0);
const isIn = (on: string) => on >= '2026-09-01' && on <= '2026-11-30';

/**
 * Recalculates the report in cents; the open amount on a day is assigned to the newest
 * installments.
 */
function recount(debts: accounts.DocumentBalance[], asOf: string) {
  const aging: Record<string, number> = { ...none };
  for (const { occurredOn, owed, parts, reductions } of debts) {
    if (occurredOn! > asOf) continue;
    const until = reductions.filter((one) => one.occurredOn <= asOf);
    let covered = sum(until.map(({ amount }) => cents(amount)));
    expect(covered).toBeLessThanOrEqual(cents(owed));
    for (const { dueOn, amount } of parts) {
      const taken = Math.min(covered, cents(amount));
      covered -= taken;
      const late = daysBetween(dueOn, asOf);
      const age =
        late <= 0 ? 'current' : late <= 30 ? 'days1To30' : late <= 60 ? 'days31To60'
        : late <= 90 ? 'days61To90' : 'over90'; // prettier-ignore
      aging[age]! += cents(amount) - taken;
    }
  }
  const reduced = (kind: string) =>
    sum(
      debts.flatMap(({ reductions }) =>
        reductions.flatMap((one) =>
          one.kind === kind && isIn(one.occurredOn) ? [cents(one.amount)] : [],
        ),
      ),
    );
  const outstanding = sum(Object.values(aging));
  return {
    invoiced: sum(debts.map(({ owed, occurredOn }) => (isIn(occurredOn!) ? cents(owed) : 0))),
    collected: reduced('payment'),
    credited: reduced('credit_note'),
    outstanding,
    overdue: outstanding - aging['current']!,
    aging,
  };
}

const inCents = ({ invoiced, collected, credited, outstanding, overdue, aging }: Measures) => ({
  invoiced: cents(invoiced),
  collected: cents(collected),
  credited: cents(credited),
  outstanding: cents(outstanding),
  overdue: cents(overdue),
  aging: Object.fromEntries(Object.entries(aging).map(([age, amount]) => [age, cents(amount)])),
});

it('totals, series and groups equal a recalculation after any history of events', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ latest, announced, foldEvery, asOf }) => {
      const context = callContext();
      for (const [at, one] of [...announced, ...latest].entries()) {
        await ingestDebt(service, context, one);
        if (at % foldEvery === 0) await foldNow(service, context, collectionShape);
      }
      const wanted = recount(latest, asOf);
      for (const interval of ['week', 'month']) {
        const report = await ask(context, { interval, groupBy: 'customer', limit: 1 }, { asOf });
        expect(inCents(report.totals)).toEqual(wanted);
        for (const rows of [report.series, report.groups]) {
          expect(sum(rows.map((row) => cents(row['invoiced'])))).toBe(wanted.invoiced);
          expect(sum(rows.map((row) => cents(row['collected'])))).toBe(wanted.collected);
        }
        expect(sum(report.groups.map((row) => cents(row['outstanding'])))).toBe(wanted.outstanding);
        const ends = [
          ...report.series.slice(1).map((one) => addDays(one.periodStart, -1)),
          '2026-11-30',
        ];
        expect(report.series.map((row) => cents(row['outstanding']))).toEqual(
          ends.map((end) => recount(latest, end < asOf ? end : asOf).outstanding),
        );
      }
      const run = createRun(service.runtime, context);
      expect(await compareFacts(run, [collectionShape])).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
