import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import type { accounts, commerce, fiscalCfdi } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import { createRun, newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { runRebuild } from '../src/commands/rebuild';
import { cfdiShape, factsOfCfdi } from '../src/domain/cfdi-facts';
import { salesShape } from '../src/domain/sales-facts';
import { shapes } from '../src/domain/shapes';
import { compareFacts } from '../src/workflows/compare-facts';
import type { Owners } from '../src/workflows/rebuild';
import {
  cfdiOf, debtOf, expenseOf, foldNow, receiptOf, startReports, ingestCfdi, ingestDebt, ingestExpense, ingestReceipt,
} from './reports'; // prettier-ignore

let service: ServiceRuntime;
/** The documents that the simulated owning services return to a rebuild. */
let owned: fiscalCfdi.Cfdi[] = [];

let sold: commerce.SalesReceipt[] = [];
let spent: commerce.Expense[] = [];
let owed: accounts.DocumentBalance[] = [];

/** Returns pages of two documents, sorted by key. */
const pagesOf =
  <Document>(all: () => Document[], keyOf: (one: Document) => string) =>
  (_: unknown, after = '') => {
    const inOrder = all().toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    return Promise.resolve(inOrder.filter((one) => keyOf(one) > after).slice(0, 2));
  };

const owners: Owners = {
  cfdi: (_, afterId) => {
    const inOrder = owned.toSorted((a, b) => (a.cfdiId < b.cfdiId ? -1 : 1));
    return Promise.resolve(inOrder.filter(({ cfdiId }) => cfdiId > (afterId ?? '')).slice(0, 2));
  },
  taxFacts: () => Promise.resolve({ declarations: [], taxProfiles: [] }),
  receipts: pagesOf(
    () => sold,
    ({ receiptId }) => receiptId,
  ),
  expenses: pagesOf(
    () => spent,
    ({ expenseId }) => expenseId,
  ),
  debts: pagesOf(
    () => owed,
    ({ documentRef }) => documentRef,
  ),
};

beforeAll(async () => {
  service = await startReports({ owners });
});
afterAll(() => service.close());

const measures = ['count', 'subtotal', 'iva_transferred', 'total', 'canceled_count'];
const sums = (prefix: string) => measures.map((one) => `sum(${prefix}${one})::float8 as ${one}`).join(); // prettier-ignore
const total = (rows: Record<string, number>[]) => rows.map((row) => Object.values(row).join(' '));

/**
 * Adds up rollup and deltas by dimension, unit of time, day and key, except rows whose sums are
 * zero.
 */
async function sumsOf({ organizationId }: CallContext): Promise<unknown[]> {
  const zero = `(0${', 0'.repeat(measures.length - 1)})`;
  return service.rows(
    `select * from (select dimension, grain, starts_on::text as day, direction, kind, group_key, ${sums('')}
       from (select dimension, grain, starts_on, direction, kind, group_key, ${measures.join()}
           from cfdi_rollup where org_id = $1
         union all select d.dimension, g.grain, g.starts_on, direction, kind, d.key, ${measures.join()}
           from cfdi_deltas t cross join lateral (values ('', ''), ('counterparty', counterparty),
             ('payment_method', payment_method), ('payment_form', payment_form), ('cfdi_use', cfdi_use),
             ('currency', currency), ('product_code', product_code), ('tax_rate', tax_rate))
             d (dimension, key)
           cross join lateral (values ('day', day), ('month', date_trunc('month', day)::date),
             ('year', date_trunc('year', day)::date)) g (grain, starts_on) where org_id = $1) x
       group by 1, 2, 3, 4, 5, 6) y
     where (${measures.join()}) <> ${zero} order by 1, 2, 3, 4, 5, 6`,
    [organizationId],
  );
}

const factsOf = ({ organizationId }: CallContext) =>
  service.rows<Record<string, number>>(
    `select day::text, kind, counterparty, product_code, ${sums('')} from cfdi_facts where org_id = $1
     group by 1, 2, 3, 4 having sum(count) <> 0 or sum(total) <> 0 or sum(canceled_count) <> 0
     order by 1, 2, 3, 4`,
    [organizationId],
  );

const state = fc.record({
  status: fc.constantFrom('valid', 'canceled'),
  kind: fc.constantFrom('income', 'credit_note'),
  day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-28'),
  rfc: fc.constantFrom('URE180429TM6', 'CACX7605101P8'),
  cents: fc.integer({ min: 1, max: 1_000_000 }),
});

/** Generates the versions of a document, with events that arrive in any order and repeatedly. */
const history = fc
  .array(fc.array(state, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((documents) =>
    documents.map((versions) => {
      const cfdiId = newId();
      return versions.map(({ status, kind, day, rfc, cents }, at) =>
        cfdiOf({
          cfdiId,
          status,
          kind,
          version: at + 1,
          counterpartyRfc: rfc,
          issuedLocalDateTime: `${day}T12:00:00`,
          total: (cents / 100).toFixed(2),
        }),
      );
    }),
  )
  .chain((documents) =>
    fc.record({
      latest: fc.constant(documents.map((versions) => versions.at(-1)!)),
      announced: fc.shuffledSubarray(
        documents.flatMap((versions) => [...versions, ...versions]),
        { minLength: 1 },
      ),
      foldEvery: fc.integer({ min: 1, max: 5 }),
      together: fc.integer({ min: 1, max: 5 }),
    }),
  );

it('after any history, the sums equal the facts, and the facts equal the facts of the newest versions', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ latest, announced, foldEvery, together }) => {
      const [context, straight] = [callContext(), callContext()];
      const all = [...announced, ...latest];
      for (let at = 0; at < all.length; at += together) {
        await ingestCfdi(service, context, all.slice(at, at + together));
        if (at % foldEvery === 0) await foldNow(service, context, cfdiShape);
      }
      for (const cfdi of latest) await ingestCfdi(service, straight, cfdi);
      const rows = await sumsOf(context);
      expect(rows).toEqual(await sumsOf(straight));
      expect(total(await factsOf(context))).toEqual(total(await factsOf(straight)));
      const run = createRun(service.runtime, context);
      expect(await compareFacts(run, shapes)).toEqual([]);
      expect(await sumsOf(context)).toEqual(rows);
    }),
    { numRuns: 15 },
  );
});

it('two concurrent events of one document count the document once', async () => {
  const context = callContext();
  const cfdi = cfdiOf();
  const versions = [3, 4, 5, 6].map((version) => ({ ...cfdi, version }));
  await Promise.all(versions.map((one) => ingestCfdi(service, context, one)));
  expect(await factsOf(context)).toMatchObject([{ count: 1, total: 1160 }]);
  await Promise.all([foldNow(service, context, cfdiShape), foldNow(service, context, cfdiShape)]);
  const whole = (await sumsOf(context)) as { dimension: string; count: number }[];
  expect(whole.filter(({ dimension }) => dimension === '').map(({ count }) => count)).toEqual([
    1, 1, 1,
  ]);
});

it('two processes lock the documents of their events in the same order', async () => {
  const context = callContext();
  const documents = [cfdiOf(), cfdiOf()].toSorted((a, b) => (a.cfdiId < b.cfdiId ? -1 : 1));
  await ingestCfdi(service, context, documents);
  const newer = documents.map((one) => ({ ...one, version: 4 }));
  const waiting = () =>
    service.rows(`select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database() and l.locktype = 'transactionid'`);
  let announced: Promise<void> | undefined;
  await createRun(service.runtime, context).step(async (tx) => {
    const lock = (cfdi: fiscalCfdi.Cfdi) =>
      tx.rows(`select from cfdi_documents where org_id = $1 and ref = $2 for update skip locked`, [
        context.organizationId,
        documentRef('cfdi', cfdi.cfdiId),
      ]);
    await lock(documents[0]!);
    announced = ingestCfdi(service, context, newer.toReversed());
    while ((await waiting()).length === 0) await setImmediate();
    // The process that waits for the first document has not locked a document that comes later in
    // the order.
    expect(await lock(documents[1]!)).toHaveLength(1);
  });
  await announced;
  expect(await factsOf(context)).toMatchObject([{ count: 2, total: 2320 }]);
});

it('a sum that differs from its facts is found and repaired', async () => {
  const context = callContext();
  await ingestCfdi(service, context, cfdiOf());
  await foldNow(service, context, cfdiShape);
  await ingestCfdi(service, context, cfdiOf());
  const right = await sumsOf(context);
  const { organizationId } = context;
  await service.rows(
    `update cfdi_rollup set total = total + 1 where org_id = $1 and dimension = 'currency'`,
    [organizationId],
  );
  await service.rows(
    `delete from cfdi_rollup where org_id = $1 and dimension = '' and grain = 'year'`,
    [organizationId],
  );
  const run = createRun(service.runtime, context);
  expect(await compareFacts(run, shapes)).toEqual([
    // The comparison finds four wrong sums: for the currency, the sums of a day, a month and a
    // year; and the sum of the year for all currencies.
    { report: 'cfdi', month: '2026-11-01', count: 4 },
  ]);
  expect(await sumsOf(context)).toEqual(right);
  expect(await compareFacts(run, shapes)).toEqual([]);
});

it('a rebuild counts documents whose events are missing, and corrects wrong facts that have the same version', async () => {
  const context = callContext();
  const { organizationId } = context;
  const [known, missed, newer] = [cfdiOf(), cfdiOf(), cfdiOf({ version: 9 })];
  await ingestCfdi(service, context, { ...known, total: '1' });
  await ingestCfdi(service, context, newer);
  owned = [known, missed, { ...newer, version: 8, status: 'canceled' }];
  const written: string[] = [];
  const args = ['--organization', organizationId];
  const runtime = service.runtime as never;
  await runRebuild(runtime, args, (line) => void written.push(line));
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      organizationId,
      cfdi: 3,
      declarations: 0,
      receipts: 0,
      expenses: 0,
      debts: 0,
      corrected: 2,
      repaired: [],
    },
  ]);
  expect(await factsOf(context)).toMatchObject([{ count: 3, total: 3480, canceled_count: 0 }]);
  await expect(runRebuild(runtime, ['--organization', 'x'], () => undefined)).rejects.toThrow(
    'usage: rebuild --organization ID',
  );
});

it('a rebuild of sales, expenses and debts counts documents with missing events, and removes deleted documents', async () => {
  const context = callContext();
  const { organizationId } = context;
  const deleted = expenseOf();
  await ingestExpense(service, context, deleted);
  sold = [receiptOf(), receiptOf(), receiptOf()];
  spent = [expenseOf(), expenseOf(), expenseOf()];
  owed = [debtOf(), debtOf(), debtOf({ owed: undefined })];
  await ingestReceipt(service, context, { ...sold[0]!, total: '1' });
  await ingestDebt(service, context, owed[0]!);
  const written: string[] = [];
  const again = () =>
    runRebuild(service.runtime as never, ['--organization', organizationId], (line) => {
      written.push(line);
    });
  await again();
  await again();
  const counts = { organizationId, cfdi: 3, declarations: 0, receipts: 3, expenses: 3, debts: 3 };
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    // The rebuild in this test corrects three receipts, three expenses, one deleted expense, one
    // debt, and the CFDI of another test.
    { ...counts, corrected: 11, repaired: [] },
    { ...counts, corrected: 0, repaired: [] },
  ]);
  const [facts] = await service.rows(
    `select (select sum(receipts)::int from sales_facts where org_id = $1) as receipts,
       (select sum(count)::int from expense_facts where org_id = $1) as expenses,
       (select sum(invoiced)::int from collection_facts where org_id = $1) as invoiced`,
    [organizationId],
  );
  expect(facts).toEqual({ receipts: 3, expenses: 3, invoiced: 2320 });
});

it('a rebuild adds the seller of a receipt that was counted without a seller', async () => {
  const context = callContext();
  const { organizationId } = context;
  sold = [receiptOf({ seller: 'user:eva' })];
  [spent, owed] = [[], []];
  await ingestReceipt(service, context, { ...sold[0]!, seller: undefined });
  await foldNow(service, context, salesShape);
  const args = ['--organization', organizationId];
  await runRebuild(service.runtime as never, args, () => undefined);
  await foldNow(service, context, salesShape);
  const sums = await service.rows(
    `select group_key as seller, sum(receipts)::int as receipts from sales_rollup
     where org_id = $1 and dimension = 'seller' and grain = 'year' group by 1 order by 1`,
    [organizationId],
  );
  expect(sums).toEqual([
    { seller: 'none', receipts: 0 },
    { seller: 'user:eva', receipts: 1 },
  ]);
});

it('a draft and a document without facts are not counted in reports', () => {
  const { facts: _, ...old } = cfdiOf();
  expect(factsOfCfdi(old)).toBeUndefined();
  expect(factsOfCfdi(cfdiOf({ status: 'draft' }))).toBeUndefined();
});
